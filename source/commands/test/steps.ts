import {paginate} from '../../client/paginate.ts';
import type {Page} from '../../../contract/fields.ts';
import type {RunId, TestId} from '../../../contract/ids.ts';
import type {TestStep} from '../../../contract/result.ts';
import {getRun} from '../../../contract/routes/runs.ts';
import {listTestSteps} from '../../../contract/routes/results.ts';
import type {Run, RunStep} from '../../../contract/run.ts';
import type {Context} from '../../context.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {refuseTogether, text} from '../flag.ts';
import {pagingFlags, pagingOf} from '../shared-flags.ts';
import {shellWord} from '../../view-model/shell-word.ts';
import {maxDescriptionLength} from '../../view-model/short-path.ts';
import {requireRunOf} from './shared/select-tests.ts';

export const steps = defineCommand({
	description: 'Steps over all runs of the test, oldest first. A star marks a step that made its run fail.',
	args: {testId: id('test-id', 'Test whose steps are wanted')},
	flags: {runId: text('Only the steps of this run', {placeholder: '<id>'}), ...pagingFlags},
	examples: ['test steps tst_1', 'test steps tst_1 --run-id run_1'],
	rules({runId, pageSize, startingToken, maxItems}) {
		const paging = {'page-size': pageSize, 'starting-token': startingToken, 'max-items': maxItems};
		for (const [flag, value] of Object.entries(paging))
			refuseTogether('run-id', runId !== undefined, flag, value !== undefined);
	},
	async run({testId, runId, ...options}, context) {
		if (runId !== undefined) {
			const page = await stepsOfRun(testId, runId, context);
			sayWhatIsCut(page.items, context);
			return {view: 'steps', data: page};
		}
		const page = await paginate(
			query => context.client.call(listTestSteps, {params: {testId}, query}),
			pagingOf(options),
		);
		sayWhatIsCut(page.items, context);
		hintAtOneRun(testId, page.items, context);
		return {view: 'steps', data: page};
	},
});

function sayWhatIsCut(items: readonly TestStep[], {notes, output}: Context): void {
	if (output === 'text' && items.some(({description}) => [...description].length > maxDescriptionLength))
		notes.say('info', `descriptions are cut to ${maxDescriptionLength} characters (…); --output json shows them whole`);
}

/** Which row is of which run stands in no column. */
function hintAtOneRun(testId: TestId, items: readonly TestStep[], {notes, output}: Context): void {
	const runs = [...new Set(items.map(({runIdIfAvailable}) => runIdIfAvailable))];
	const last = runs.at(-1);
	if (output !== 'text' || runs.length < 2 || !last) return;
	notes.say(
		'hint',
		`these are the steps of ${runs.length} runs; of the last one: svc test steps ${shellWord(testId)} --run-id ${last}`,
	);
}

async function stepsOfRun(testId: TestId, runId: RunId, context: Context): Promise<Page<TestStep>> {
	const {client, dryRun} = context;
	const run = await client.call(getRun, {params: {runId}, query: {includeSteps: 'true'}});
	if (!dryRun) await requireRunOf(testId, run, context);
	return {items: (run.steps ?? []).map(step => stepOf(step, run)), nextToken: null};
}

/** A step of one run in the form of the steps of a test. */
function stepOf(
	{type, createdAt, locator: _, captured: __, ...step}: RunStep,
	{runId, testId, codeVersion, failedStepIndex}: Run,
) {
	const stepIndex = Number(step.stepIndex);
	return {
		...step,
		testId,
		stepIndex,
		stepType: type,
		runIdIfAvailable: runId,
		codeVersion,
		capturedAt: createdAt,
		updatedAt: createdAt,
		outcomeContributesToFailure: contributes(step, stepIndex, failedStepIndex),
	} satisfies TestStep;
}

/** The failing step, and what before it was repaired or has a remark: as the service says it of all runs. */
function contributes(
	{status, healed, note}: RunStepOf,
	stepIndex: number,
	failedStepIndex: number | null,
): true | null {
	// An assertion that no step carries has no place among the steps: the run names none.
	if (failedStepIndex === null) return status === 'failed' || null;
	return stepIndex === failedStepIndex || (stepIndex < failedStepIndex && (healed || Boolean(note))) || null;
}

type RunStepOf = Pick<RunStep, 'status' | 'healed' | 'note'>;
