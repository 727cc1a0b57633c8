import { NativeSelect } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import type { CallAnswer, CallRequest } from '../../../../services/contracts/calls.js';
import { EXAM_QUANTITY_MAX, EXAMS } from '../../../../services/contracts/exams.contract.js';
import { api, reading } from '../../api/base-api.js';
import { useCatalogueQuery } from '../../api/catalog.api.js';
import { messageOf } from '../../api/failure.js';
import { PHONE_WANTED, readPhone } from '../../domain/phone.js';
import { t } from '../../languages/language.js';
import { companyIn } from '../purchase/bought.js';
import { OptionPicker, type Option } from '../purchase/fields/option-picker.js';
import { PriceLine } from '../purchase/confirm/order-summary.js';
import { PhoneField, usePhoneTyped } from '../purchase/fields/phone-field.js';
import { useOrderFields } from '../purchase/purchase-form.js';
import { quoteOf, type OrderShown } from '../purchase/purchase-intent.js';
import { OrderForm, PurchasePage } from '../purchase/purchase-page.js';
import { type RecipientChoice, Recipients } from '../purchase/recipients.js';
import type { Purchase } from '../purchase/purchase.js';
import { naira } from '../../ui/format.js';

/** @public The router calls it. */
export { askCatalog as ask } from '../../api/catalog.api.js';

const examApi = api.injectEndpoints({
  endpoints: (build) => ({
    examPrice: build.query<CallAnswer<'examPrice'>, Pick<CallRequest<'examPrice'>, 'examName' | 'quantity'>>({
      query: (body) => reading('examPrice', body),
      providesTags: ['Catalogue'],
    }),
  }),
});
const { useExamPriceQuery } = examApi;

interface ExamDraft {
  readonly exam: string;
  readonly bought?: string | undefined;
  readonly quantity: string;
  readonly phone?: string;
}

const EMPTY: ExamDraft = { exam: '', quantity: '1' };
const KNOWN: readonly Option[] = Object.entries(EXAMS).map(([value, title]) => ({ value, title }));

function ExamForm({ purchase }: { readonly purchase: Purchase }) {
  const { draft: typed, edit, again, errors, complete } = useOrderFields<ExamDraft>(purchase, EMPTY);
  const draft = { ...typed, exam: typed.exam || companyIn(EXAMS, typed.bought) };
  const { data: catalogue } = useCatalogueQuery();
  const exams: readonly Option[] =
    catalogue?.exams.map(({ code, name, available, price }) => ({
      value: String(code),
      title: name,
      text: naira(price),
      off: !available,
    })) ?? KNOWN;
  const exam = exams.find(({ value }) => value === draft.exam);
  const wanted = { examName: draft.exam, quantity: draft.quantity };
  const { currentData: price, error: priceError } = useExamPriceQuery(exam ? wanted : skipToken);
  const phoneTyped = usePhoneTyped(draft.phone);
  const most = catalogue?.exam_quantity_max ?? EXAM_QUANTITY_MAX;

  const phone = readPhone(phoneTyped);
  const recipients: RecipientChoice = {
    service: 'exams',
    ownNumber: true,
    onPick: ({ recipient }) => edit({ phone: recipient }),
    typed: { recipient: phone },
  };
  const quote = exam && quoteOf('examQuote', wanted);
  const shown: OrderShown = {
    action: t('{title} for', { title: exam?.title ?? t('Exam pin') }),
    recipient: phone ?? '',
    lines: [
      [t('Exam'), exam?.title ?? ''],
      [t('Pins'), draft.quantity],
    ],
  };

  const send = (form: HTMLFormElement): void => {
    const missing = { examName: !exam && t('Select an exam'), phone: !phone && t(PHONE_WANTED) };
    if (!complete(form, missing) || !quote || !phone) return;
    void purchase.order({ buy: { name: 'buyExam', body: { ...wanted, phone } }, quote, shown });
  };

  return (
    <OrderForm
      purchase={purchase}
      shown={shown}
      quote={quote}
      recipients={recipients}
      button={t('Continue')}
      onSend={send}
      sendOn={again && exam && 'order'}
    >
      <OptionPicker
        legend={t('Exam')}
        name="examName"
        inline
        value={draft.exam}
        options={exams}
        error={errors['examName']}
        onChange={(next) => edit({ exam: next })}
      />
      <NativeSelect
        label={t('Quantity')}
        name="quantity"
        size="md"
        value={draft.quantity}
        error={errors['quantity']}
        data={Array.from({ length: most }, (_, index) => String(index + 1))}
        onChange={(event) => edit({ quantity: event.currentTarget.value })}
      />
      <PhoneField
        description={t('Where the pins are sent, beside your receipt.')}
        value={phoneTyped}
        error={errors['phone']}
        onChange={(phone) => edit({ phone })}
      >
        <Recipients {...recipients} />
      </PhoneField>
      <PriceLine
        name={t('Price')}
        amount={price?.amount}
        saved={price?.discount}
        problem={priceError ? messageOf(priceError, t('Failed to fetch price')) : undefined}
      />
    </OrderForm>
  );
}

export default function ExamsPage() {
  return (
    <PurchasePage
      service="exams"
      title={t('Buy Exam Pin')}
      lead={t('WAEC, NECO and NABTEB result checker pins, on your receipt.')}
      Form={ExamForm}
    />
  );
}
