import type {addTestListCases, removeTestListCases} from '../../../contract/routes/test-lists.ts';
import type {Context} from '../../context.ts';
import {refusedArgument} from '../../errors/usage-error.ts';
import {ids} from '../argument.ts';
import type {CommandResult} from '../define-command.ts';
import {notFoundError} from '../test/shared/batch-outcome.ts';

const maxCases = 500;

export const casesArgument = (summary: string) => ids('test-id', summary, {min: 1});

/** Refuses more tests than one request takes. */
export function refuseTooMany(testIds: readonly string[]): void {
	if (new Set(testIds).size > maxCases)
		throw refusedArgument('test-id', {reason: 'too_many', text: `at most ${maxCases} tests can be named`});
}

/** Adds or removes tests. Some that are not found are a warning; when that is all, the command has done nothing. */
export async function changeCases(
	route: typeof addTestListCases | typeof removeTestListCases,
	{listId, testIds, idempotencyKey}: {listId: string; testIds: readonly string[]; idempotencyKey: string},
	context: Context,
): Promise<CommandResult> {
	const body = {testIds: [...new Set(testIds)]};
	const data = await context.client.call(route, {params: {listId}, body, idempotencyKey});
	const {notFound, changed, unchanged} = data;
	if (notFound.length > 0 && changed + unchanged.length > 0)
		context.notes.say('warn', `not found: ${notFound.join(', ')}`);
	const isNoneFound = notFound.length > 0 && changed + unchanged.length === 0;
	return {view: 'changed-cases', data, problem: isNoneFound ? notFoundError(notFound) : undefined};
}
