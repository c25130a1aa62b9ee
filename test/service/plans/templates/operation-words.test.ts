import {expect, it} from 'vitest';
import type {PlanOperation} from '../../../../service/plans/model/operation.ts';
import {deedOf, summaryOf, told} from '../../../../service/plans/templates/operation-words.ts';

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

it.each([
	['refresh the access token', 'refreshes the access token'],
	['move a task to another status', 'moves a task to another status'],
	['apply all changes', 'applies all changes'],
	['pass the exam', 'passes the exam'],
	['moves a task', 'moves a task'],
	['bulk import of users', 'bulk import of users'],
	['log in', 'log in'],
	['e-mail the owner', 'e-mail the owner'],
])('behind the name of an operation %j is %j', (summary, said) => {
	expect(told(summary)).toBe(said);
	expect(deedOf(operation(summary), 'device')).toBe(said);
});

it.each([
	['bulk', '', 'creates many tasks at once'],
	['bulk-delete', '', 'deletes many tasks at once'],
	['bulk', 'Bulk Update', 'updates many tasks at once'],
	['bulk', 'Import tasks from a file', 'import tasks from a file'],
])('what /tasks/%s, called %j, does is told as %j', (last, summary, said) => {
	const many = {method: 'POST', segments: ['tasks', last], endpoint: {summary}} as unknown as PlanOperation;
	expect(deedOf(many, 'project')).toBe(said);
});
