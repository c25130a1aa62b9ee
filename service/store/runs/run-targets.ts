import {sql} from 'kysely';
import type {AccountId, ProjectId, TestId} from '../../../contract/ids.ts';
import type {TestList} from '../../../contract/test-list.ts';
import {environmentKey, type EnvironmentWish} from '../../domain/environment-choice.ts';
import type {Database} from '../database.ts';
import {findProjectsOf} from './read-run.ts';

/** Tests that are about to run: some tests, or all of a project. */
export type RunScope = {testIds: readonly TestId[]} | {projectId: ProjectId};

/**
 * Addresses that a trigger may send tests to, each once; of an account's own projects only. For a rerun both that of
 * the earlier runs and the default one: which of them it will be is decided when the batch is stored.
 */
export async function listRunTargets(
	database: Database,
	accountId: AccountId,
	scope: RunScope,
	wish: EnvironmentWish,
): Promise<string[]> {
	const urls = new Set<string>();
	const add = (rows: ReadonlyArray<{url: string | null}>) => {
		for (const {url} of rows) if (url !== null) urls.add(url);
	};
	const whole = 'projectId' in scope;
	const testIds = whole ? [] : scope.testIds;
	for (let start = 0; start === 0 || start < testIds.length; start += 500) {
		const part = testIds.slice(start, start + 500);
		const own = database
			.selectFrom('environments')
			.innerJoin('projects', 'projects.id', 'environments.project_id')
			.select('environments.url')
			.distinct()
			.where('projects.account_id', '=', accountId)
			.$if(whole, query => query.where('projects.id', '=', whole ? scope.projectId : ''))
			.$if(!whole, query =>
				query.where('projects.id', 'in', inner =>
					inner
						.selectFrom('tests')
						.select('tests.project_id')
						.where('tests.id', 'in', [...part, '']),
				),
			);
		if (typeof wish === 'object')
			add(await own.where('environments.name_key', '=', environmentKey(wish.name)).execute());
		else add(await own.where('environments.is_default', '=', 1).execute());
		if (wish === 'as_before')
			add(
				await own
					.where('environments.id', 'in', inner =>
						inner
							.selectFrom('tests as repeated')
							.innerJoin('runs', 'runs.id', 'repeated.last_run_id')
							.select(sql<string>`runs.environment_id`.as('id'))
							.where('runs.environment_id', 'is not', null)
							.$if(whole, query => query.where('repeated.project_id', '=', whole ? scope.projectId : ''))
							.$if(!whole, query => query.where('repeated.id', 'in', [...part, ''])),
					)
					.execute(),
			);
	}
	return [...urls];
}

/** Addresses that the tests of a list may be sent to: those of the environments it names, else the default ones. */
export async function listTargetsOfList(
	database: Database,
	accountId: AccountId,
	testIds: readonly TestId[],
	environments: TestList['projectEnvironments'],
): Promise<string[]> {
	const projectOf = await findProjectsOf(database, accountId, testIds);
	const urls = new Set<string>();
	for (const projectId of new Set(projectOf.values())) {
		const named = environments.find(one => one.projectId === projectId);
		const wish = named ? {name: named.environmentName} : 'default';
		for (const url of await listRunTargets(database, accountId, {projectId}, wish)) urls.add(url);
	}
	return [...urls];
}
