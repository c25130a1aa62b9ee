import {createHash} from 'node:crypto';
import type {AccountId} from '../../../contract/ids.ts';
import {type CreatedTestBatch, testBatchItem} from '../../../contract/plan-steps.ts';
import {requestProblem} from '../../../contract/request-issues.ts';
import {createTestBatch, putPlanSteps} from '../../../contract/routes/plan-steps.ts';
import {invalid, notFound, ServiceError} from '../../domain/service-error.ts';
import {realign} from '../../domain/plan-scripts.ts';
import {requireProject} from '../../store/projects/projects.ts';
import {findTest, replacePlanSteps} from '../../store/tests/tests.ts';
import {createTestOf, planJson, variablesJson} from '../create-test.ts';
import {tooLarge, requestError} from '../error-answer.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {requirePlan} from '../test-input.ts';
import {timestamp} from '../../domain/timestamp.ts';
import {createdFrom} from '../user-agent.ts';
import {withMeantIds} from '../meant-ids.ts';

/** Largest `tests` array of one request, in bytes as compact JSON. */
const maxDefinitionsBytes = 5_242_880;

type Result = CreatedTestBatch['results'][number];
type Outcome = Pick<Result, 'status' | 'testId' | 'error'>;

export function planStepRoutes(on: On, services: Services): void {
	const {database, now, planScripts} = services;

	on(createTestBatch, async ({caller, body, headers}) => {
		const sizeBytes = Buffer.byteLength(JSON.stringify(body.tests));
		if (sizeBytes > maxDefinitionsBytes) throw tooLarge('tests', sizeBytes, maxDefinitionsBytes);
		const results: Result[] = [];
		// One after the other, so that the tests of a file keep its order.
		for (const [specIndex, definition] of body.tests.entries())
			results.push({specIndex, ...(await createOne(caller.accountId, definition, createdFrom(headers)))});
		const created = results.filter(({status}) => status === 'created').length;
		return {results, summary: {total: results.length, created, failed: results.length - created}};
	});

	/** One definition; what is wrong with it is its own result and touches no other. */
	async function createOne(
		accountId: AccountId,
		definition: Record<string, unknown>,
		from: ReturnType<typeof createdFrom>,
	): Promise<Outcome> {
		try {
			const meant = await withMeantIds(database, {accountId}, definition);
			const parsed = testBatchItem.safeParse(meant);
			if (!parsed.success) throw requestError(requestProblem(parsed.error.issues, meant, 'body'));
			const input = parsed.data;
			if (input.type === 'backend')
				throw invalid('type', 'frontend_only', 'Only frontend tests are created in batches.', ['frontend']);
			if (input.planSteps === undefined || input.code !== undefined)
				throw invalid('planSteps', 'required', 'A definition of a batch needs `planSteps` and no `code`.');
			const project = await requireProject(database, accountId, input.projectId);
			return {status: 'created', testId: (await createTestOf(services, project, input, from)).id};
		} catch (error) {
			if (error instanceof ServiceError) return refusal(error);
			throw error;
		}
	}

	on(putPlanSteps, async ({caller, params, body, headers}) => {
		const row = await findTest(database, caller.accountId, params.testId);
		if (!row) throw notFound('test', params.testId);
		if (row.type === 'backend') throw invalid('testId', 'frontend_only', 'A backend test has code, not plan steps.');
		const expected = expectedCount(headers['if-match-step-count']);
		requirePlan(body.planSteps);
		const updatedAt = now();
		const planSteps = planJson(body.planSteps);
		const planStepsHash = hashOfPlan(planSteps);
		const hashes = planScripts && body.planSteps.map(planScripts.textHash);
		const stored = await replacePlanSteps(database, row.id, {
			planSteps,
			...variablesJson(body.planSteps),
			expected,
			now: updatedAt,
			realign: (script, codeVersion) => hashes && realign(script, hashes, planStepsHash, codeVersion),
		});
		if (stored === null) throw notFound('test', row.id);
		if ('current' in stored) throw countChanged(stored.current);
		return {
			testId: row.id,
			planStepsHash,
			stepCount: body.planSteps.length,
			updatedAt: timestamp(updatedAt),
		};
	});
}

const hashOfPlan = (planSteps: string) => `sha256:${createHash('sha256').update(planSteps).digest('hex')}`;

function refusal({code, message, details}: ServiceError): Outcome {
	const {field} = details;
	return {
		status: code === 'NOT_FOUND' ? 'not_found' : 'validation_error',
		error: {code, message, ...(typeof field === 'string' ? {field} : {})},
	};
}

/** The number of steps that `if-match-step-count` names; null without one. */
function expectedCount(header: string | string[] | undefined): number | null {
	if (header === undefined) return null;
	if (typeof header === 'string' && /^\d{1,9}$/.test(header.trim())) return Number(header);
	throw invalid('if-match-step-count', 'invalid', 'The header if-match-step-count must be a whole number of steps.');
}

const countChanged = (currentStepCount: number) =>
	new ServiceError('PRECONDITION_FAILED', `The stored plan has ${currentStepCount} steps, not the number to replace.`, {
		nextAction: 'Read the current steps, apply the change to them, and send them with their number.',
		details: {currentStepCount},
	});
