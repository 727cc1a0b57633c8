import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { t, type Text, textOf } from '../../languages/language.js';
import { saveCsv } from '../save-csv.js';
import { DownloadIcon } from '../../ui/icons.js';
import { Card } from '../../ui/layout/page.js';
import classes from './chart-card.module.css';

export interface ChartColumn<Row> {
  readonly header: Text;
  readonly number?: boolean;
  readonly cell: (row: Row) => string;
  /** Value of a row in the CSV file. A number has no currency sign and no separators. */
  readonly value: (row: Row) => string | number;
}

interface ChartCardProps<Row> {
  readonly title: string;
  readonly file: string;
  readonly columns: readonly ChartColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function ChartCard<Row>({ title, file, columns, rows, rowKey, wide, children }: ChartCardProps<Row>) {
  const save = (): void =>
    saveCsv(
      `${file}.csv`,
      columns.map(({ header, value }) => [textOf(header), value]),
      rows,
    );
  return (
    <Card
      className={classes.card ?? ''}
      title={title}
      aside={
        <Button
          size="compact-md"
          variant="default"
          leftSection={<DownloadIcon />}
          aria-label={t('CSV of {title}', { title })}
          onClick={save}
        >
          CSV
        </Button>
      }
    >
      <div className={classes.both} data-wide={wide || undefined}>
        <div className={classes.chart}>{children}</div>
        <div
          className={classes.scroller}
          role="region"
          aria-label={t('{title}, table', { title })}
          tabIndex={0}
        >
          <table className={classes.table}>
            <caption className="nl-hidden">{title}</caption>
            <thead>
              <tr>
                {columns.map(({ header, number }) => (
                  <th key={textOf(header)} scope="col" data-number={number}>
                    {textOf(header)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={rowKey(row)}>
                  {columns.map(({ header, number, cell }, index) =>
                    index === 0 ? (
                      <th key={textOf(header)} scope="row">
                        {cell(row)}
                      </th>
                    ) : (
                      <td key={textOf(header)} data-number={number}>
                        {cell(row)}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Card>
  );
}
