import type {PlanStep, TestInput} from '../../contract/test.ts';
import type {CreatedFrom} from '../../contract/enums.ts';
import {invalid} from '../domain/service-error.ts';
import {planVariables} from '../../source/plan-language/plan-variables.ts';
import type {TestTable} from '../store/tests/test-tables.ts';
import type {ProjectTable} from '../store/projects/project-tables.ts';
import {insertTest} from '../store/tests/tests.ts';
import {earlierTestsJson} from './earlier-tests.ts';
import type {Services} from './services.ts';
import {kindOf, namesJson, requireCodeOrPlan, requireFieldsOf} from './test-input.ts';

const testsPerProject = 10_000;

/** Checks a definition against its project and stores it as a new test. Throws `ServiceError` for what is wrong in it. */
export async function createTestOf(
	services: Pick<Services, 'database' | 'newId' | 'now' | 'refuseOrder'>,
	project: Pick<ProjectTable, 'id' | 'type' | 'account_id'>,
	input: TestInput,
	createdFrom: CreatedFrom,
): Promise<TestTable> {
	const {database, newId, now} = services;
	if (input.type !== project.type)
		throw invalid('type', 'enum', `The project holds ${project.type} tests only.`, [project.type]);
	requireFieldsOf(input.type, input);
	requireCodeOrPlan(input);
	const createdAt = now();
	const row: TestTable = {
		id: newId('tst'),
		project_id: project.id,
		name: input.name,
		type: input.type,
		kind: kindOf(input.category),
		created_from: createdFrom,
		status: 'ready',
		verdict: null,
		description: input.description ?? null,
		priority: input.priority ?? null,
		...(input.planSteps === undefined
			? {produces: namesJson(input.produces), consumes: namesJson(input.consumes)}
			: variablesJson(input.planSteps)),
		category: input.category ?? null,
		wiring: input.wiring === undefined ? null : JSON.stringify(input.wiring),
		after: '[]',
		step_timeout_ms: input.stepTimeoutMs ?? null,
		timeout_seconds: input.timeoutSeconds ?? null,
		plan_steps: input.planSteps === undefined ? null : planJson(input.planSteps),
		viewport: input.viewport ?? null,
		code: input.code ?? null,
		code_version: 1,
		phase: 'normal',
		last_run_id: null,
		created_at: createdAt,
		updated_at: createdAt,
	};
	row.after = await earlierTestsJson(services, project.account_id, row, input.after);
	if (!(await insertTest(database, row, testsPerProject)))
		throw invalid('projectId', 'too_many', `The project already holds ${testsPerProject} tests.`);
	return row;
}

/** What a plan hands on to other tests and what it needs of them, as it is stored. */
export function variablesJson(planSteps: readonly PlanStep[]): {produces: string; consumes: string} {
	const {produces, consumes} = planVariables(planSteps);
	return {produces: namesJson(produces), consumes: namesJson(consumes)};
}

/** Steps as they are stored: compact JSON. */
export const planJson = (planSteps: readonly PlanStep[]): string => JSON.stringify(planSteps);
