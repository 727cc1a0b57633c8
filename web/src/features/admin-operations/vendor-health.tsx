import { useServiceName } from '../../domain/products.js';
import { naira } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { DataTable, type Column } from '../../ui/table/data-table.js';
import type { OperationsVendor } from '../../api/operations.api.js';
import { duration, howMany, percent, UNKNOWN } from '../../domain/operations-words.js';

interface VendorHealthProps {
  readonly vendors: readonly OperationsVendor[];
  /** What each holds for us, by code; absent until the vendors were asked. */
  readonly held: Readonly<Record<number, number>> | undefined;
}

/** How the vendors do, what waits for them, and what they hold for us. */
export function VendorHealth({ vendors, held }: VendorHealthProps) {
  const serviceName = useServiceName();
  const columns: readonly Column<OperationsVendor>[] = [
    {
      header: 'Vendor',
      track: 'minmax(100px, 1fr)',
      wrap: true,
      cell: ({ code, name }) => `${code} ${name}`,
    },
    {
      header: 'Delivers now',
      track: 'minmax(120px, 1.5fr)',
      wrap: true,
      cell: ({ delivers, stands_by: standsBy }) =>
        delivers.length > 0 ? delivers.map(serviceName).join(', ') : standsBy ? 'Stands by' : 'Nothing',
    },
    { header: 'Waiting', track: '66px', number: true, cell: ({ waiting }) => howMany(waiting) },
    {
      header: 'Longest',
      track: '66px',
      number: true,
      cell: ({ waiting, oldest_waiting_seconds: seconds }) => (waiting === 0 ? UNKNOWN : duration(seconds)),
    },
    { header: 'Ended', track: '54px', number: true, cell: ({ ended }) => howMany(ended) },
    {
      header: 'Delivered',
      track: '78px',
      number: true,
      cell: ({ success_rate: rate }) => percent(rate),
    },
    { header: 'Median', track: '60px', number: true, cell: ({ p50_seconds: p50 }) => duration(p50) },
    { header: '95 of 100', track: '72px', number: true, cell: ({ p95_seconds: p95 }) => duration(p95) },
    {
      header: 'Holds for us',
      track: '138px',
      number: true,
      cell: ({ code }) => {
        const balance = held?.[code];
        if (balance !== undefined) return naira(balance);
        return held ? 'No answer' : UNKNOWN;
      },
    },
  ];
  return (
    <Card title="Vendors">
      <DataTable
        label="Vendors, today and yesterday"
        columns={columns}
        rows={vendors}
        rowKey={({ code }) => String(code)}
        stale={false}
      />
    </Card>
  );
}
