import {priorities} from '../../../../contract/enums.ts';
import type {TestId} from '../../../../contract/ids.ts';
import {choice, integer, text, texts, refuseWithout} from '../../flag.ts';
import type {Context} from '../../../context.ts';
import {ApiError} from '../../../errors/api-error.ts';

const variable = {
	placeholder: '<var>',
	pattern: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
	patternText: 'must be an identifier of at most 64 letters, digits and underscores',
};

/** Flags of the fields that `test create` sets and `test update` changes. */
export const definitionFlags = {
	description: text('At most 2000 characters', {max: 2000}),
	priority: choice('Higher priority runs first', priorities),
	produces: texts('Variable the test captures for others (backend)', variable),
	needs: texts('Variable the test takes from others (backend)', variable),
	after: texts('Test that ends first in a batch that holds both, whatever its verdict: an order without a value', {
		placeholder: '<test>',
		max: 200,
	}),
	category: choice('Runs in the final wave (backend)', ['teardown', 'cleanup']),
	stepTimeout: integer('Limit of one step in milliseconds, 1 to 60000 (30000) (frontend)', {
		min: 1,
		max: 60_000,
		placeholder: '<ms>',
	}),
	testTimeout: integer('Limit of one run in seconds, 1 to 3600 (60) (backend)', {
		min: 1,
		max: 3600,
		placeholder: '<s>',
	}),
};

/** "`warnings[]` of the service: one `[warn]` line each", with the test they are about. */
export function sayWarnings(
	{testId, warnings = []}: {testId: TestId; warnings?: string[]},
	{notes}: Pick<Context, 'notes'>,
	name?: string,
): void {
	for (const warning of warnings) notes.say('warn', `${name ?? testId}: ${warning}`);
}

/** "`--dry-run-simulate-error PRECONDITION_FAILED` (only with `--dry-run`, else exit 5)" */
export const simulateErrorFlag = choice('Answer a dry run with this error (--dry-run)', ['PRECONDITION_FAILED'], {
	placeholder: '<code>',
});

export const checkSimulation = (wanted: string | undefined, {dryRun}: {dryRun: boolean}): void =>
	refuseWithout('dry-run-simulate-error', wanted !== undefined, 'dry-run', dryRun);

/** What the service answers when something changed under a guarded write. @param details what is there now */
export const simulatedError = (message: string, details: Record<string, unknown>): ApiError =>
	new ApiError('PRECONDITION_FAILED', message, {
		nextAction: 'Read what is stored now, apply the change to it, and send it with the current version.',
		details,
	});
