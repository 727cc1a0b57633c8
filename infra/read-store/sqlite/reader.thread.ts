import { workerData } from 'node:worker_threads';
import { nameThread } from '../../threads/throttled-follow.js';
import { type ReadFrom, type ReaderAnswer, ReaderAnswers, type ReaderQuestion } from './reader-answers.js';

nameThread('reader');
const answers = new ReaderAnswers(workerData as ReadFrom);

export default function answer(question: ReaderQuestion): ReaderAnswer {
  return answers.answer(question);
}
