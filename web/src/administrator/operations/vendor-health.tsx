import { useServiceName } from '../../domain/products.js';
import { naira } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { AdminTable } from '../../ui/table/admin-table.js';
import { type AdminColumn } from '../../ui/table/data-table.js';
import { withPhoneColumns } from '../../ui/table/on-a-phone.js';
import type { OperationsVendor } from '../../api/operations.api.js';
import { duration, howMany, percent, UNKNOWN } from '../../domain/operations-words.js';

interface VendorHealthProps {
  readonly vendors: readonly OperationsVendor[];
  readonly held: Readonly<Record<number, number>> | undefined;
}

const nameText = ({ code, name }: OperationsVendor): string => `${code} ${name}`;

export function VendorHealth({ vendors, held }: VendorHealthProps) {
  const serviceName = useServiceName();
  const deliversText = ({ delivers, stands_by: standsBy }: OperationsVendor): string =>
    delivers.length > 0 ? delivers.map(serviceName).join(', ') : standsBy ? 'Stands by' : 'Nothing';
  const columns: readonly AdminColumn<OperationsVendor>[] = [
    {
      id: 'vendor',
      header: 'Vendor',
      track: 'minmax(96px, 1fr)',
      wrap: true,
      cell: nameText,
    },
    {
      id: 'delivers',
      header: 'Delivers now',
      track: 'minmax(104px, 1.5fr)',
      wrap: true,
      cell: deliversText,
    },
    {
      id: 'waiting',
      header: 'Waiting',
      track: '66px',
      number: true,
      cell: ({ waiting }) => howMany(waiting),
    },
    {
      id: 'longest',
      header: 'Longest',
      track: '66px',
      number: true,
      cell: ({ waiting, oldest_waiting_seconds: seconds }) => (waiting === 0 ? UNKNOWN : duration(seconds)),
    },
    { id: 'ended', header: 'Ended', track: '54px', number: true, cell: ({ ended }) => howMany(ended) },
    {
      id: 'delivered',
      header: 'Delivered',
      track: '74px',
      number: true,
      cell: ({ success_rate: rate }) => percent(rate),
    },
    {
      id: 'median',
      header: 'Median',
      track: '56px',
      number: true,
      cell: ({ p50_seconds: p50 }) => duration(p50),
    },
    {
      id: 'slow',
      header: '95 of 100',
      track: '72px',
      number: true,
      cell: ({ p95_seconds: p95 }) => duration(p95),
    },
    {
      id: 'held',
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
      <AdminTable
        name="vendors"
        label="Vendors, today and yesterday"
        columns={withPhoneColumns(columns, {
          header: 'Vendor',
          what: (vendor) => [nameText(vendor), deliversText(vendor)],
          end: {
            header: 'Waiting, delivered',
            what: ({ waiting, success_rate: rate }) => [howMany(waiting), percent(rate)],
          },
        })}
        rows={vendors}
        rowKey={({ code }) => String(code)}
        rowLabel={nameText}
        stale={false}
      />
    </Card>
  );
}
