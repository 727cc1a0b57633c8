import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { ProblemReport } from '../../domain/problems/problem-report.js';

interface PurchaseDetailsProps {
  readonly reference: string;
  readonly problem: ComponentProps<typeof ProblemReport>['report'];
}

/** What is told of a purchase beside its columns, and the way to what its price came from. */
export const PurchaseDetails = ({ reference, problem }: PurchaseDetailsProps) => (
  <>
    <Link to={`/audit/why?reference=${encodeURIComponent(reference)}`}>Why was this charged?</Link>
    <ProblemReport report={problem} />
  </>
);
