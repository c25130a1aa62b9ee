import type {Generation, GenerationItem, GenerationTicket} from '../../../contract/generation.ts';
import {cleanLine} from '../clean.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, table} from '../table.ts';

const columns: Column<GenerationItem>[] = [
	{key: 'id', head: 'TEST ID', cell: item => item.testId},
	{key: 'status', head: 'STATUS', cell: item => item.status, status: true},
	{key: 'title', head: 'TITLE', cell: item => item.title},
];

export const generationTicket = ({generationId, acceptedCount, credits}: GenerationTicket): string =>
	labelBlock([['generationId', generationId]]).concat(
		`accepted ${acceptedCount}\n`,
		credits.balance === null ? '' : `credits held: ${credits.held}\n`,
	);

/** The tests of a generation, and why the gate refused those that it refused. */
export const generation = (data: Generation, look: Look, {ticket}: {ticket: GenerationTicket}): string => {
	const refusals = data.items.flatMap(({testId, title, rejection}) =>
		rejection === null
			? []
			: [`Rejected: ${cleanLine(`${title} (${testId}): ${rejection.code}: ${rejection.message}`)}\n`],
	);
	const tests = table(columns, data.items, {}, {look});
	return [generationTicket(ticket), '\n', tests, ...(refusals.length > 0 ? ['\n', ...refusals] : [])].join('');
};
