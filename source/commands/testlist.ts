import type {TestId, TestListId} from '../../contract/ids.ts';
import {
	listTestLists,
	getTestList,
	createTestList,
	updateTestList,
	addTestListCases,
	removeTestListCases,
	deleteTestList,
} from '../../contract/routes/test-lists.ts';
import type {TestListInput} from '../../contract/test-list.ts';
import {paginate} from '../client/paginate.ts';
import type {Context} from '../context.ts';
import {refusedFlag, refusedArgument} from '../errors/api-error.ts';
import {id, ids} from './argument.ts';
import {confirmFlag, requireConfirm, columnFlags, idempotencyKeyFlag} from './shared-flags.ts';
import {defineCommand, type CommandResult} from './define-command.ts';
import {texts, text, missingFlag, refuseTogether, toggle} from './flag.ts';
import {notFoundError} from './test/shared/batch-outcome.ts';

export const listArgument = (summary: string) => id('list-id', summary);

const projectEnvFlag = texts('Environment for the tests of a project', {
	placeholder: '<project-id>:<env>',
	pattern: /^[^:]+:.{1,64}$/u,
	patternText: 'must be <project-id>:<environment>, the name at most 64 characters',
});

/** `<project-id>:<env>` of every occurrence; a project can have one environment only. */
function projectEnvironments(given: readonly string[]): NonNullable<TestListInput['projectEnvironments']> {
	const pairs = given.map(one => {
		const colon = one.indexOf(':');
		return {projectId: one.slice(0, colon).trim(), environmentName: one.slice(colon + 1).trim()};
	});
	if (pairs.some(({projectId, environmentName}) => projectId === '' || environmentName === ''))
		throw refusedFlag('project-env', {reason: 'blank', text: 'must name a project and an environment'});
	if (new Set(pairs.map(({projectId}) => projectId)).size < pairs.length)
		throw refusedFlag('project-env', {reason: 'duplicate', text: 'names a project twice'});
	return pairs;
}

export const list = defineCommand({
	args: {},
	flags: columnFlags(['id', 'name', 'cases', 'last_exec', 'updated']),
	examples: ['testlist list', 'testlist list --columns id,name --no-header'],
	async run({columns, header}, context) {
		const page = await paginate(query => context.client.call(listTestLists, {query}), {});
		return {view: 'test-lists', data: page, shape: {columns, header}};
	},
});

export const get = defineCommand({
	args: {listId: listArgument('List to show')},
	flags: {},
	examples: ['testlist get lst_1'],
	async run({listId}, context) {
		return {view: 'test-list', data: await context.client.call(getTestList, {params: {listId}})};
	},
});

export const create = defineCommand({
	description: 'A list holds tests of any project and type, to be run together.',
	args: {},
	flags: {
		name: text('Name, at most 200 characters', {required: true, max: 200}),
		case: texts('Test of the list', {placeholder: '<test-id>'}),
		projectEnv: projectEnvFlag,
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['testlist create --name smoke --case tst_1 --case tst_2'],
	rules({projectEnv}) {
		projectEnvironments(projectEnv);
	},
	async run({name, case: cases, projectEnv, idempotencyKey}, context) {
		const testIds = [...new Set(cases)];
		const list = await context.client.call(createTestList, {
			body: {
				name,
				...(testIds.length > 0 ? {testIds} : {}),
				...(projectEnv.length > 0 ? {projectEnvironments: projectEnvironments(projectEnv)} : {}),
			},
			idempotencyKey: context.idempotencyKey(createTestList, idempotencyKey),
		});
		return {view: 'test-list', data: list};
	},
});

export const update = defineCommand({
	args: {listId: listArgument('List to change')},
	flags: {
		name: text('New name, at most 200 characters', {max: 200}),
		projectEnv: projectEnvFlag,
		clearProjectEnv: toggle('Every project uses its default environment again'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['testlist update lst_1 --name nightly', 'testlist update lst_1 --project-env prj_1:staging'],
	rules({name, projectEnv, clearProjectEnv}) {
		refuseTogether('project-env', projectEnv.length > 0, 'clear-project-env', clearProjectEnv);
		projectEnvironments(projectEnv);
		if (name === undefined && projectEnv.length === 0 && !clearProjectEnv)
			throw missingFlag('name', ', or --project-env, or --clear-project-env');
	},
	async run({listId, name, projectEnv, clearProjectEnv, idempotencyKey}, context) {
		const params = {listId};
		await context.client.call(updateTestList, {
			params,
			body: {
				...(name === undefined ? {} : {name}),
				...(projectEnv.length > 0 || clearProjectEnv ? {projectEnvironments: projectEnvironments(projectEnv)} : {}),
			},
			idempotencyKey: context.idempotencyKey(updateTestList, idempotencyKey),
		});
		// The change is answered without the cases, which belong to the result.
		return {view: 'test-list', data: await context.client.call(getTestList, {params})};
	},
});

const maxCases = 500;

const casesArgument = (summary: string) => ids('test-id', summary, {min: 1});

/** Refuses more tests than one request takes. */
function refuseTooMany(testIds: readonly TestId[]): void {
	if (new Set(testIds).size > maxCases)
		throw refusedArgument('test-id', {reason: 'too_many', text: `at most ${maxCases} tests can be named`});
}

/** Adds or removes tests. Some that are not found are a warning; when that is all, the command has done nothing. */
async function changeCases(
	route: typeof addTestListCases | typeof removeTestListCases,
	{listId, testIds, idempotencyKey}: {listId: TestListId; testIds: readonly TestId[]; idempotencyKey: string},
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

export const add = defineCommand({
	args: {listId: listArgument('List to change'), testIds: casesArgument('Tests to add')},
	flags: {idempotencyKey: idempotencyKeyFlag},
	examples: ['testlist add lst_1 tst_1 tst_2'],
	rules: ({testIds}) => refuseTooMany(testIds),
	run({listId, testIds, idempotencyKey: own}, context) {
		const idempotencyKey = context.idempotencyKey(addTestListCases, own);
		return changeCases(addTestListCases, {listId, testIds, idempotencyKey}, context);
	},
});

export const remove = defineCommand({
	args: {listId: listArgument('List to change'), testIds: casesArgument('Tests to take off')},
	flags: {idempotencyKey: idempotencyKeyFlag},
	examples: ['testlist remove lst_1 tst_1'],
	rules: ({testIds}) => refuseTooMany(testIds),
	run({listId, testIds, idempotencyKey: own}, context) {
		const idempotencyKey = context.idempotencyKey(removeTestListCases, own);
		return changeCases(removeTestListCases, {listId, testIds, idempotencyKey}, context);
	},
});

export const deleteCommand = defineCommand({
	description: 'The tests stay.',
	args: {listId: listArgument('List to delete')},
	flags: {confirm: confirmFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['testlist delete lst_1 --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({listId, idempotencyKey}, context) {
		const deleted = await context.client.call(deleteTestList, {
			params: {listId},
			idempotencyKey: context.idempotencyKey(deleteTestList, idempotencyKey),
		});
		return {view: 'deleted-test-list', data: deleted};
	},
});
