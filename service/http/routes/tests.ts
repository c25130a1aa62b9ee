import type {AccountId, ProjectId, TestId} from '../../../contract/ids.ts';
import {getTestResult, listTestSteps} from '../../../contract/routes/results.ts';
import {createTest, deleteTest, getTest, listTests, updateTest} from '../../../contract/routes/tests.ts';
import type {Test} from '../../../contract/test.ts';
import {notFound} from '../../domain/service-error.ts';
import {hideTest, purgeTest} from '../../store/tests/delete-test.ts';
import {requireProject} from '../../store/projects/projects.ts';
import type {TestTable} from '../../store/tests/test-tables.ts';
import {openHealsOfTests} from '../../store/tests/open-heals.ts';
import {type LastRunRow, lastRuns} from '../../store/runs/earlier-runs.ts';
import * as store from '../../store/tests/tests.ts';
import {createTestOf} from '../create-test.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import {earlierTestsJson} from '../earlier-tests.ts';
import {defined} from '../json-body.ts';
import {declaredIn, singleTestAnswer, testAnswer} from '../test-answer.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {kindOf, namesJson, requireFieldsOf} from '../test-input.ts';
import {mediaAddresses} from '../step-media.ts';
import {nullableTimestamp, timestamp, durationMs} from '../../domain/timestamp.ts';
import {createdFrom} from '../user-agent.ts';

const defaultPageSize = 25;

export function testRoutes(on: On, services: Services): void {
	const {database, engine, failures, now, warnings} = services;

	async function find(accountId: AccountId, testId: TestId) {
		const row = await store.findTest(database, accountId, testId);
		if (!row) throw notFound('test', testId);
		return row;
	}

	async function declarationWarnings(testId: TestId, projectId: ProjectId, needsOrGives: boolean): Promise<string[]> {
		return needsOrGives ? warnings.ofDeclarations(testId, await store.listDeclarations(database, projectId)) : [];
	}

	async function codeWarnings(accountId: AccountId, testId: TestId): Promise<string[]> {
		const stored = await store.findTestCode(database, accountId, testId);
		return stored?.code ? warnings.ofCode(stored.code, await declaredIn(database, stored, stored.code)) : [];
	}

	on(listTests, async ({caller, query}) => {
		await requireProject(database, caller.accountId, query.projectId);
		const {projectId, type, createdFrom, status, kind, q} = query;
		const page = await store.listTests(
			database,
			{projectId, type, createdFrom, status, kind, name: q || undefined},
			{pageSize: query.pageSize ?? defaultPageSize, after: readCursor('tests', query, now())},
		);
		const openHeals = await openHealsOfTests(
			database,
			page.rows.filter(({type: kindOfTest}) => kindOfTest === 'frontend').map(({id}) => id),
		);
		const last = await lastRuns(
			database,
			page.rows.flatMap(({last_run_id}) => last_run_id ?? []),
		);
		const items = page.rows.map(row => ({
			...withOpenHeals(testAnswer(row), openHeals),
			lastRun: lastRunAnswer(last.get(row.last_run_id ?? '')),
		}));
		return {items, nextToken: page.next && writeCursor('tests', query, page.next, now())};
	});

	on(createTest, async ({caller, body, headers}) => {
		const project = await requireProject(database, caller.accountId, body.projectId);
		const row = await createTestOf(services, project, body, createdFrom(headers));
		const noted = [
			...(body.code === undefined || body.type === 'frontend'
				? []
				: await warnings.ofCode(body.code, await declaredIn(database, row, body.code))),
			...(await declarationWarnings(row.id, project.id, declares(row))),
		];
		return {
			testId: row.id,
			type: row.type,
			codeVersion: 'v1',
			createdAt: timestamp(row.created_at),
			...(body.planSteps ? {planSteps: body.planSteps} : {}),
			dashboardUrl: null,
			...(noted.length > 0 ? {warnings: noted} : {}),
		};
	});

	on(getTest, async ({caller, params}) => {
		const row = await find(caller.accountId, params.testId);
		return withOpenHeals(singleTestAnswer(row), await openHealsOfTests(database, [row.id]));
	});

	on(updateTest, async ({caller, params, body}) => {
		const row = await find(caller.accountId, params.testId);
		requireFieldsOf(row.type, body);
		const updatedAt = now();
		const declared = defined({
			name: body.name,
			produces: body.produces === undefined ? undefined : namesJson(body.produces),
			consumes: body.consumes === undefined ? undefined : namesJson(body.consumes),
			category: body.category,
			wiring: body.wiring && JSON.stringify(body.wiring),
		});
		const after =
			body.after === undefined
				? undefined
				: await earlierTestsJson(services, caller.accountId, {...row, ...declared}, body.after);
		const columns = defined({
			...declared,
			after,
			description: body.description,
			priority: body.priority,
			kind: body.category === undefined ? undefined : kindOf(body.category, row.kind),
			step_timeout_ms: body.stepTimeoutMs,
			timeout_seconds: body.timeoutSeconds,
			updated_at: updatedAt,
		});
		if (!(await store.updateTest(database, row.id, columns))) throw notFound('test', row.id);
		const noted = [
			// Only what is declared has changed: the rest was told when the code came.
			...(row.type === 'backend' && (body.produces ?? body.consumes)
				? await codeWarnings(caller.accountId, row.id)
				: []),
			...(await declarationWarnings(row.id, row.project_id, declares({...row, ...columns}))),
		];
		return {
			testId: row.id,
			updatedFields: Object.keys(defined(body)),
			updatedAt: timestamp(updatedAt),
			...(noted.length > 0 ? {warnings: noted} : {}),
		};
	});

	on(deleteTest, async ({caller, params}) => {
		const {id} = await find(caller.accountId, params.testId);
		// Hidden first: from here on nobody can start a run of it.
		if (!(await hideTest(database, id))) throw notFound('test', id);
		await engine.cancelRunsOf({testId: id});
		await purgeTest(database, id);
		return {testId: id, deletedAt: timestamp(now())};
	});

	on(listTestSteps, async ({caller, params, query, headers}) => {
		const list = `steps ${params.testId}`;
		const page = await engine.listSteps(caller.accountId, params.testId, {
			pageSize: query.pageSize ?? defaultPageSize,
			after: readCursor(list, query, now()),
		});
		const {ofStep} = mediaAddresses(services, headers);
		return {
			items: page.items.map(ofStep),
			nextToken: page.nextToken && writeCursor(list, query, page.nextToken, now()),
		};
	});

	on(getTestResult, async ({caller, params, query}) => {
		const result = await engine.readResult(caller.accountId, params.testId);
		return query.includeAnalysis ? failures.withAnalysis(result) : result;
	});
}

/** Only a test that needs or gives a variable, or comes after another one, can have something wrong with that. */
const declares = (row: Pick<TestTable, 'type' | 'produces' | 'consumes' | 'after'>) =>
	row.after !== '[]' || (row.type === 'backend' && (row.produces !== '[]' || row.consumes !== '[]'));

/** How the last run of a test ended; null: it has none. */
const lastRunAnswer = (run: LastRunRow | undefined): Test['lastRun'] =>
	run
		? {
				status: run.status,
				finishedAt: nullableTimestamp(run.finished_at),
				durationMs: durationMs(run.started_at, run.finished_at),
			}
		: null;

/** Says of a plan how many of its repairs wait for a person. */
const withOpenHeals = (test: Test, openHeals: ReadonlyMap<string, number>): Test =>
	test.type === 'frontend' ? {...test, openHeals: openHeals.get(test.id) ?? 0} : test;
