import type {Assert, Check, Step} from '../recipe.ts';
import {activeAsserts} from './references.ts';

type Statuses = Extract<Check, {type: 'status'}>['oneOf'];

const phrases: Record<number, string> = {
	200: 'OK',
	201: 'Created',
	202: 'Accepted',
	204: 'No Content',
	304: 'Not Modified',
	400: 'Bad Request',
	401: 'Unauthorized',
	403: 'Forbidden',
	404: 'Not Found',
	405: 'Method Not Allowed',
	409: 'Conflict',
	410: 'Gone',
	412: 'Precondition Failed',
	415: 'Unsupported Media Type',
	422: 'Unprocessable Content',
	428: 'Precondition Required',
};

/** `201 Created`, `403, 404 or 410`, `any 2xx`. */
export function statusWords(statuses: Statuses): string {
	const [only] = statuses;
	if (statuses.length === 1 && typeof only === 'number' && phrases[only]) return `${only} ${phrases[only]}`;
	return statusNumbers(statuses);
}

/** The same without the names of the numbers: `201`. */
export function statusNumbers(statuses: Statuses): string {
	const words = statuses.map(status => (typeof status === 'number' ? String(status) : `any ${status}`));
	return words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** A condition on what reads the status of a response. */
export function statusCondition(status: string, statuses: Statuses): string {
	const [only] = statuses;
	if (statuses.length === 1)
		return typeof only === 'number' ? `${status} == ${only}` : `${status} // 100 == ${only![0]}`;
	return `${status} in ${statusTuple(statuses)}`;
}

/** What a helper takes as expected: a number, all of a class as a range, or several as a tuple. */
export function statusTuple(statuses: Statuses): string {
	const items = statuses.map(status => (typeof status === 'number' ? String(status) : rangeOf(Number(status[0]))));
	if (items.length === 1) return items[0]!;
	return `(${items.map(item => (item.startsWith('range') ? `*${item}` : item)).join(', ')})`;
}

const rangeOf = (firstDigit: number): string => `range(${firstDigit}00, ${firstDigit + 1}00)`;

/** The status that a step has to answer with, when it says so. */
export const statusOf = (step: Step): (Assert & {check: {type: 'status'; oneOf: Statuses}}) | null =>
	(activeAsserts(step).find(({check}) => check.type === 'status') as
		| (Assert & {check: {type: 'status'; oneOf: Statuses}})
		| undefined) ?? null;

const classOf = (status: Statuses[number]): number =>
	typeof status === 'number' ? Math.floor(status / 100) : Number(status[0]);

/** Whether every answer that a step accepts is of these classes (2 for 2xx). */
export function isOnly(step: Step, ...classes: number[]): boolean {
	const assert = statusOf(step);
	return assert?.check.oneOf.every(status => classes.includes(classOf(status))) === true;
}
