import type { ExamCode } from '../../contracts/exams.contract.js';
import type { StoredExam } from '../catalog.events.js';

const exam = (code: ExamCode, naira: number, commission: number): StoredExam => ({
  exam: code,
  price: String(BigInt(naira) * 100n),
  cost: String(BigInt(naira - commission) * 100n),
  on: true,
});

/**
 * One result checker pin. NECO sells a token at ₦1,100 (tuitiondaily.com/how-to-buy-neco-token); WAEC as resold by VTpass,
 * which leaves ₦250; NABTEB by resellers' lists.
 */
export const SEED_EXAMS: readonly StoredExam[] = [
  exam(1, 4_000, 250),
  exam(2, 1_300, 200),
  exam(3, 1_200, 200),
];
