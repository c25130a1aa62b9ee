import {expect, it} from 'vitest';
import type {PlanOperation} from '../../../../service/plans/model/operation.ts';
import {summaryOf} from '../../../../service/plans/templates/operation-words.ts';

const operation = (summary: string) =>
	({method: 'POST', segments: ['devices', '{id}', 'activate'], endpoint: {summary}}) as unknown as PlanOperation;

it.each([
	['Make the device active. It must be provisioned, else 409', 'make the device active'],
	['Register up to 50 devices; always answers 207', 'register up to 50 devices'],
	['Void an invoice (draft or open): it stays listed.', 'void an invoice (draft or open)'],
	['Send it again – at most twice', 'send it again'],
	['Import rows, e.g. from a CSV file.', 'import rows, e.g. from a CSV file'],
	['Upgrade to v2.1', 'upgrade to v2.1'],
	['', 'does activate'],
])('%j is told as %j', (summary, told) => {
	expect(summaryOf(operation(summary))).toBe(told);
});
