import type {TestId} from '../../../../contract/ids.ts';
import {putPlanSteps} from '../../../../contract/routes/plan-steps.ts';
import {ApiError, isApiError} from '../../../errors/api-error.ts';
import {scaffoldPlan} from '../../../plan-files/scaffold.ts';
import {id} from '../../argument.ts';
import {defineCommand} from '../../define-command.ts';
import {integer, text} from '../../flag.ts';
import {idempotencyKeyFlag} from '../../shared-flags.ts';
import {adviseAbout} from '../shared/plan-body.ts';
import {readSteps} from '../shared/plan-input.ts';
import {checkSimulation, simulatedError, simulateErrorFlag} from '../shared/definition-flags.ts';
import {shellWord} from '../../../view-model/shell-word.ts';

export const put = defineCommand({
	description: 'Replaces all steps of a frontend test. The file holds planSteps, or the array alone.',
	args: {testId: id('test-id', 'Test whose steps are replaced')},
	flags: {
		steps: text('Steps file, at most 256 KB; - = stdin', {required: true, placeholder: '<file>'}),
		expectedStepCount: integer('Refuse unless the test has that many steps now', {min: 0}),
		dryRunSimulateError: simulateErrorFlag,
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'test plan put tst_1 --steps steps.json',
		'test plan put tst_1 --steps steps.json --expected-step-count 5',
	],
	rules: ({dryRunSimulateError}, context) => checkSimulation(dryRunSimulateError, context),
	async run({testId, steps, expectedStepCount, ...options}, context) {
		if (options.dryRunSimulateError)
			throw simulatedError('The test has 3 steps, not the expected number.', {currentStepCount: 3});
		const planSteps = context.dryRun ? scaffoldPlan(undefined).planSteps : await readSteps(steps, context);
		await adviseAbout({planSteps}, context);
		try {
			const data = await context.client.call(putPlanSteps, {
				params: {testId},
				body: {planSteps},
				headers: expectedStepCount === undefined ? {} : {'if-match-step-count': String(expectedStepCount)},
				idempotencyKey: context.idempotencyKey(putPlanSteps, options.idempotencyKey),
			});
			return {view: 'updated-plan-steps', data};
		} catch (error) {
			throw isApiError(error) && error.details['reason'] === 'frontend_only' ? backendTest(error, testId) : error;
		}
	},
});

/** "Backend test: HTTP 400, exit 5, nextAction `svc test code put`" */
const backendTest = ({code, message, requestId, details}: ApiError, testId: TestId) =>
	new ApiError(code, message, {
		nextAction: `svc test code put ${shellWord(testId)} --code-file <python-file>`,
		requestId,
		details,
	});
