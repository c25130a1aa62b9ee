import {describe, expect, it} from 'vitest';
import {reservedVariableKeys} from '../../contract/environment.ts';
import {
	createEnvironment,
	deleteEnvironment,
	getEnvironment,
	listEnvironments,
	setDefaultEnvironment,
	updateEnvironment,
} from '../../contract/routes/environments.ts';
import {createProject, deleteProject, getProject, updateProject} from '../../contract/routes/projects.ts';
import {createSchedule, getSchedule} from '../../contract/routes/schedules.ts';
import {createTestList, getTestList} from '../../contract/routes/test-lists.ts';
import {type HttpUnderTest, startHttp} from './start-http.ts';

async function startProject(options = {}) {
	const http = await startHttp(options);
	const {body} = await http.call(createProject, {
		body: {type: 'backend', name: 'Shop', targetUrl: 'http://dev.test/api'},
	});
	return {http, projectId: body.id, params: {projectId: body.id}};
}

const names = async (http: HttpUnderTest, projectId: string) =>
	(await http.call(listEnvironments, {params: {projectId}})).body.items.map(({name}) => name);

describe('an environment', () => {
	it('is there from the start: the address and the login of the project are those of `default`', async () => {
		const {http, projectId, params} = await startProject();
		const {body: list} = await http.call(listEnvironments, {params});
		expect(list).toEqual({
			items: [
				{
					id: expect.stringMatching(/^env_[0-9a-hjkmnp-tv-z]{26}$/),
					name: 'default',
					url: 'http://dev.test/api',
					isDefault: true,
					authMode: 'public',
					hasCredentials: false,
					username: null,
					enableOtp: false,
					updatedAt: expect.any(String),
					variableCount: 0,
				},
			],
			nextToken: null,
		});
		await http.call(updateProject, {params, body: {targetUrl: 'http://new.test', username: 'ann', password: 'pw'}});
		expect((await http.call(getEnvironment, {params: {projectId, name: 'DEFAULT'}})).body).toMatchObject({
			url: 'http://new.test',
			authMode: 'account',
			username: 'ann',
			hasCredentials: true,
			variables: {},
		});
		expect((await http.call(getProject, {params})).body).toMatchObject({
			defaultEnvironment: 'default',
			environmentCount: 1,
		});
	});

	it('is created, changed by parts, renamed and deleted', async () => {
		const {http, projectId, params} = await startProject();
		const created = await http.call(createEnvironment, {
			params,
			body: {name: ' Staging 1 ', url: 'http://stage.test', variables: {OWNER: 'acme', REGION: 'eu'}},
		});
		expect(created).toMatchObject({status: 201, body: {name: 'Staging 1', isDefault: false, variableCount: 2}});
		const place = {projectId, name: 'staging 1'};
		const changed = await http.call(updateEnvironment, {
			params: place,
			body: {name: 'stage/2', variables: {REGION: null, TIER: 'gold'}},
		});
		expect(changed.body).toMatchObject({
			id: created.body.id,
			name: 'stage/2',
			url: 'http://stage.test',
			variables: {OWNER: 'acme', TIER: 'gold'},
		});
		expect((await http.fail(getEnvironment, {params: place})).body).toMatchObject({
			code: 'NOT_FOUND',
			details: {resource: 'environment', accepted: ['default', 'stage/2']},
		});
		expect(await names(http, projectId)).toEqual(['default', 'stage/2']);
		expect((await http.call(deleteEnvironment, {params: {projectId, name: 'stage/2'}})).body.name).toBe('stage/2');
		expect(await names(http, projectId)).toEqual(['default']);
	});

	it('becomes the default one, and with it the address of the project', async () => {
		const {http, projectId, params} = await startProject();
		const stage = {name: 'stage', url: 'http://stage.test', username: 'bo', password: 'secret-of-bo'};
		await http.call(createEnvironment, {params, body: stage});
		expect((await http.call(setDefaultEnvironment, {params: {projectId, name: 'Stage'}})).body.isDefault).toBe(true);
		expect((await http.call(getProject, {params})).body).toMatchObject({
			targetUrl: 'http://stage.test',
			hasLogin: true,
			defaultEnvironment: 'stage',
			environmentCount: 2,
		});
		expect(await names(http, projectId)).toEqual(['stage', 'default']);
		await http.call(createEnvironment, {params, body: {name: 'live', url: 'http://live.test', isDefault: true}});
		expect((await http.call(getProject, {params})).body).toMatchObject({
			targetUrl: 'http://live.test',
			hasLogin: false,
			defaultEnvironment: 'live',
		});
		await http.call(deleteEnvironment, {params: {projectId, name: 'default'}});
		expect(await names(http, projectId)).toEqual(['live', 'stage']);
	});

	it('that is the last, the default one or named by a schedule or a list stays', async () => {
		const {http, projectId, params} = await startProject();
		const remove = (name: string) => http.fail(deleteEnvironment, {params: {projectId, name}});
		expect((await remove('default')).body).toMatchObject({code: 'CONFLICT', details: {reason: 'last_environment'}});
		await http.call(createEnvironment, {params, body: {name: 'stage', url: 'http://stage.test'}});
		expect((await remove('default')).body.details).toMatchObject({reason: 'default_environment'});
		const {body: schedule} = await http.call(createSchedule, {
			body: {name: 'Night', targetType: 'project', targetId: projectId, cron: '0 3 * * *', environment: 'STAGE'},
		});
		const {body: list} = await http.call(createTestList, {
			body: {name: 'Smoke', projectEnvironments: [{projectId, environmentName: 'stage'}]},
		});
		const refused = (await remove('stage')).body;
		expect(refused.details).toMatchObject({
			reason: 'environment_in_use',
			schedules: [{id: schedule.scheduleId, name: 'Night'}],
			testLists: [{id: list.id, name: 'Smoke'}],
		});
		expect(refused.nextAction).toContain(`svc schedule update ${schedule.scheduleId} --env`);
		// Both follow a new name.
		await http.call(updateEnvironment, {params: {projectId, name: 'stage'}, body: {name: 'Staging'}});
		const scheduled = await http.call(getSchedule, {params: {scheduleId: schedule.scheduleId}});
		expect(scheduled.body.environment).toBe('Staging');
		expect((await http.call(getTestList, {params: {listId: list.id}})).body.projectEnvironments).toEqual([
			{projectId, projectName: 'Shop', environmentName: 'Staging'},
		]);
	});

	it('has a name of its own, without regard to case', async () => {
		const {http, projectId, params} = await startProject();
		const url = 'http://stage.test';
		await http.call(createEnvironment, {params, body: {name: 'Straße', url}});
		const taken = await http.fail(createEnvironment, {params, body: {name: 'straSSE'.replace('SS', 'ß'), url}});
		expect(taken.body).toMatchObject({code: 'CONFLICT', details: {reason: 'name_taken'}});
		const renamed = await http.fail(updateEnvironment, {params: {projectId, name: 'straße'}, body: {name: 'Default'}});
		expect(renamed.body.details).toMatchObject({reason: 'name_taken'});
		// Its own name in another case is no conflict.
		await http.call(updateEnvironment, {params: {projectId, name: 'straße'}, body: {name: 'STRAßE'}});
		expect(await names(http, projectId)).toEqual(['default', 'STRAßE']);
	});

	it.each([
		[{name: '', url: 'http://a.test'}, 'name'],
		[{name: 'a\nb', url: 'http://a.test'}, 'name'],
		[{name: '..', url: 'http://a.test'}, 'name'],
		[{name: 'x'.repeat(65), url: 'http://a.test'}, 'name'],
		[{name: 'a'}, 'url'],
		[{name: 'a', url: 'ftp://a.test'}, 'url'],
		[{name: 'a', url: 'http://169.254.169.254/'}, 'url'],
		[{name: 'a', url: 'http://a.test', authMode: 'account'}, 'username'],
		[{name: 'a', url: 'http://a.test', username: 'ann'}, 'password'],
		[{name: 'a', url: 'http://a.test', authMode: 'public', password: 'x'}, 'password'],
		[{name: 'a', url: 'http://a.test', variables: {'1X': 'a'}}, 'variables.1X'],
		[{name: 'a', url: 'http://a.test', variables: {X: 'y'.repeat(4097)}}, 'variables.X'],
		[{name: 'a', url: 'http://a.test', variables: {X: 1}}, 'variables.X'],
		...reservedVariableKeys.map(key => [
			{name: 'a', url: 'http://a.test', variables: {[key]: 'x'}},
			`variables.${key}`,
		]),
	] as Array<[object, string]>)('with %j is refused at %s', async (body, field) => {
		const {http, params} = await startProject();
		const path = `/projects/${params.projectId}/env`;
		const answer = await http.send('POST', path, {
			body: JSON.stringify(body),
			headers: {'content-type': 'application/json'},
		});
		expect(answer.status).toBe(400);
		const {error} = (await answer.json()) as {error: {details: object}};
		expect(error.details).toMatchObject({field});
	});

	it('keeps the limits of variables together, and of environments', async () => {
		const {http, projectId, params} = await startProject();
		const place = {projectId, name: 'default'};
		const many = (count: number, size = 1) =>
			Object.fromEntries(Array.from({length: count}, (_, index) => [`K${index}`, 'x'.repeat(size)]));
		await http.call(updateEnvironment, {params: place, body: {variables: many(50)}});
		const one = await http.fail(updateEnvironment, {params: place, body: {variables: {MORE: 'x'}}});
		expect(one.body.details).toMatchObject({field: 'variables', reason: 'too_many'});
		const large = await http.fail(updateEnvironment, {params: place, body: {variables: many(9, 4000)}});
		expect(large.body.details).toMatchObject({field: 'variables', reason: 'too_long'});
		for (let index = 1; index < 20; index++)
			await http.call(createEnvironment, {params, body: {name: `e${index}`, url: 'http://a.test'}});
		const full = await http.fail(createEnvironment, {params, body: {name: 'e20', url: 'http://a.test'}});
		expect(full.body.details).toMatchObject({field: 'name', reason: 'too_many'});
	});

	it('does not log in with one-time passwords', async () => {
		const {http, params} = await startProject();
		const body = {name: 'a', url: 'http://a.test', authMode: 'otp' as const};
		expect((await http.fail(createEnvironment, {params, body})).body).toMatchObject({
			code: 'UNSUPPORTED',
			details: {feature: 'otp'},
		});
	});

	it('shows secret values masked and never a password', async () => {
		const {http, projectId, params} = await startProject();
		const secret = 'sk-live-0123456789abcdef';
		const body = {
			name: 'stage',
			url: 'http://stage.test',
			username: 'bo',
			password: 'correct-horse-battery',
			variables: {API_KEY: secret, OWNER: 'acme'},
		};
		const created = await http.call(createEnvironment, {params, body});
		expect(created.body).toMatchObject({
			variables: {API_KEY: 'sk-liv…cdef', OWNER: 'acme'},
			secretKeys: ['API_KEY'],
			hasCredentials: true,
			username: 'bo',
		});
		const shown = JSON.stringify([
			created.body,
			(await http.call(getEnvironment, {params: {projectId, name: 'stage'}})).body,
			http.log,
		]);
		expect(shown).not.toContain(secret);
		expect(shown).not.toContain(body.password);
		const rows = JSON.stringify(await http.database.selectFrom('environments').selectAll().execute());
		for (const hidden of [secret, 'acme', 'correct-horse', 'bo"']) expect(rows).not.toContain(hidden);
	});

	it('is nobody else’s, and goes with its project', async () => {
		const {http, projectId, params} = await startProject();
		const other = await http.newAccount();
		expect((await http.fail(listEnvironments, {params, key: other.key})).body).toMatchObject({
			code: 'NOT_FOUND',
			details: {resource: 'project'},
		});
		await http.call(deleteProject, {params: {projectId}});
		expect(await http.database.selectFrom('environments').selectAll().execute()).toEqual([]);
	});
});
