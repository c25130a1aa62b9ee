import type {Test} from '../../contract/test.ts';
import type {TestTable} from '../store/tests/test-tables.ts';
import {type TestRow, listDeclarations} from '../store/tests/tests.ts';
import {timestamp} from '../domain/timestamp.ts';
import type {Database} from '../store/database.ts';

/** A stored test as lists show it. */
export function testAnswer(row: TestRow): Test {
	const isBackend = row.type === 'backend';
	return {
		id: row.id,
		projectId: row.project_id,
		projectName: row.project_name,
		name: row.name,
		type: row.type,
		createdFrom: row.created_from,
		status: row.status,
		createdAt: timestamp(row.created_at),
		updatedAt: timestamp(row.updated_at),
		planStepCount: row.plan_step_count,
		details: {processingStatus: null, testStatus: row.verdict, rawStatus: row.status},
		priority: row.priority,
		produces: isBackend ? JSON.parse(row.produces) : null,
		consumes: isBackend ? JSON.parse(row.consumes) : null,
		category: row.category,
		wiring: row.wiring === null ? null : JSON.parse(row.wiring),
		after: row.after_refs === null ? [] : JSON.parse(row.after_refs),
		...(isBackend ? {kind: row.kind} : {}),
		stepTimeoutMs: row.step_timeout_ms,
		timeoutSeconds: row.timeout_seconds,
		...(isBackend ? {} : {viewport: row.viewport}),
		planRowId: null,
		lastRunId: row.last_run_id,
		chainId: null,
	};
}

/** One test alone: with its description and plan steps. */
export function singleTestAnswer(row: TestRow & Pick<TestTable, 'description' | 'plan_steps'>): Test {
	return {
		...testAnswer(row),
		description: row.description,
		...(row.plan_steps === null ? {} : {planSteps: JSON.parse(row.plan_steps)}),
	};
}

/**
 * What a test declares to produce and to need, and what the tests of its project produce. These are all read for it: not
 * where its source reads no value.
 */
export async function declaredIn(
	database: Database,
	{project_id, produces, consumes}: Pick<TestTable, 'project_id' | 'produces' | 'consumes'>,
	code: string,
) {
	const others = code.includes('variables') ? await listDeclarations(database, project_id) : [];
	return {
		produces: JSON.parse(produces) as string[],
		needs: JSON.parse(consumes) as string[],
		known: others.flatMap(other => JSON.parse(other.produces) as string[]),
	};
}
