import {describe, expect, it} from 'vitest';
import {createKey, createLocalKey, getMe, revokeKey} from '../../contract/routes/account.ts';
import {putCredential} from '../../contract/routes/authentication.ts';
import {addMember, listAudit, updateMember} from '../../contract/routes/members.ts';
import {createProject, deleteProject, listProjects} from '../../contract/routes/projects.ts';
import {createTest} from '../../contract/routes/tests.ts';
import {startHttp} from './start-http.ts';

const shop = {type: 'backend', name: 'Shop', targetUrl: 'http://127.0.0.1:1'} as const;

describe('the audit log', () => {
	it('says who did what to which object, from where and when', async () => {
		const http = await startHttp();
		const {apiKey, memberId} = (await http.call(addMember, {body: {name: 'ada', role: 'editor', withKey: true}})).body;
		const {key, keyId} = apiKey!;
		const headers = {'user-agent': 'svc/1.2.3 (canary-agent)', 'x-forwarded-for': '203.0.113.9, nonsense<b>'};
		const created = await http.call(createProject, {key, headers, body: shop});
		const {items} = (await http.call(listAudit)).body;
		expect(items[0]).toEqual({
			entryId: items[0]!.entryId,
			at: items[0]!.at,
			actor: 'ada',
			memberId,
			keyId,
			action: 'createProject',
			objectId: created.body.id,
			projectId: created.body.id,
			projectName: 'Shop',
			detail: 'Shop',
			address: '127.0.0.1',
			forwardedFor: '203.0.113.9',
			client: 'svc/1.2.3',
			requestId: created.headers.get('x-request-id'),
		});
		expect(Math.abs(Date.parse(items[0]!.at) - Date.now())).toBeLessThan(60_000);
		expect(items[1]).toMatchObject({action: 'addMember', objectId: memberId, detail: 'ada: editor'});
	});

	it('has one entry for each change, none for reading, for what was refused and for what was only repeated', async () => {
		const http = await startHttp();
		const projectId = (await http.call(createProject, {body: shop, idempotencyKey: 'once'})).body.id;
		await http.call(createProject, {body: shop, idempotencyKey: 'once'});
		await http.call(listProjects);
		await http.fail(createTest, {body: {projectId: 'prj_none', type: 'backend', name: 'x', code: 'assert 1'}});
		await http.fail(createProject, {key: await http.newKey({scopes: ['read:me']}), body: shop});
		await http.call(createLocalKey, {key: null, headers: {'x-svc-owner-token': http.ownerToken}});
		await http.call(deleteProject, {params: {projectId}});
		const {items} = (await http.call(listAudit)).body;
		expect(items.map(({action, actor, keyId}) => [action, actor, keyId === null])).toEqual([
			['deleteProject', 'test', false],
			['createLocalKey', 'local owner', true],
			['createProject', 'test', false],
		]);
		expect(items[0]).toMatchObject({objectId: projectId, projectId});
	});

	it('tells what a change of rights has changed', async () => {
		const http = await startHttp();
		const {memberId} = (await http.call(addMember, {body: {name: 'ada', role: 'runner'}})).body;
		await http.call(updateMember, {params: {memberId}, body: {role: 'editor'}});
		const {items} = (await http.call(listAudit, {query: {action: 'updateMember'}})).body;
		expect(items).toMatchObject([{objectId: memberId, detail: 'ada: runner → editor'}]);
	});

	it('names a key that was revoked', async () => {
		const http = await startHttp();
		const {keyId} = (await http.call(createKey, {body: {name: 'nightly', scopes: ['read:me']}})).body;
		await http.call(revokeKey, {params: {keyId}});
		const {items} = (await http.call(listAudit, {query: {action: 'revokeKey'}})).body;
		expect(items).toMatchObject([{objectId: keyId, detail: 'nightly'}]);
	});

	it('never holds a secret', async () => {
		const http = await startHttp();
		const projectId = (await http.call(createProject, {body: {...shop, username: 'u', password: 'canary-password'}}))
			.body.id;
		await http.call(putCredential, {
			params: {projectId},
			body: {authType: 'Bearer token', credential: 'canary-credential'},
		});
		const {key} = (await http.call(createKey, {body: {name: 'ci', scopes: ['read:me']}})).body;
		const kept = JSON.stringify(await http.database.selectFrom('audit').selectAll().execute());
		expect(kept).toContain('putCredential');
		for (const secret of ['canary', key, http.key, http.ownerToken]) expect(kept).not.toContain(secret);
	});

	it('is filtered by time, actor, action and object, and paged without a gap', async () => {
		const http = await startHttp();
		const {key, keyId} = (await http.call(addMember, {body: {name: 'ada', role: 'editor', withKey: true}})).body
			.apiKey!;
		const begin = Date.now();
		http.advance(3_600_000);
		const ids: string[] = [];
		for (const name of ['a', 'b', 'c', 'd', 'e'])
			ids.push((await http.call(createProject, {key, body: {...shop, name}})).body.id);
		http.advance(3_600_000);
		await http.call(deleteProject, {params: {projectId: ids[0]!}});
		const actions = async (query: object) =>
			(await http.call(listAudit, {query: query as never})).body.items.map(({action}) => action);
		const since = new Date(begin + 1_800_000).toISOString();
		const until = new Date(begin + 5_400_000).toISOString();
		expect(await actions({since, until})).toEqual(Array(5).fill('createProject'));
		expect(await actions({since: until})).toEqual(['deleteProject']);
		expect(await actions({actor: 'ada'})).toHaveLength(5);
		expect(await actions({actor: keyId})).toHaveLength(5);
		expect(await actions({objectId: ids[0]!})).toEqual(['deleteProject', 'createProject']);
		expect(await actions({actor: 'nobody'})).toEqual([]);
		const seen: string[] = [];
		let cursor: string | null = null;
		do {
			const page: {items: Array<{objectId: string | null}>; nextToken: string | null} = (
				await http.call(listAudit, {query: {action: 'createProject', pageSize: 2, ...(cursor ? {cursor} : {})}})
			).body;
			seen.push(...page.items.map(({objectId}) => objectId!));
			cursor = page.nextToken;
		} while (cursor !== null);
		expect(seen).toEqual(ids.reverse());
		const wrong = await http.fail(listAudit, {query: {since: 'yesterday'} as never});
		expect(wrong.body.details).toMatchObject({field: 'since'});
	});

	it('shows an account its own entries alone, to owners alone', async () => {
		const http = await startHttp();
		const other = await http.newAccount();
		await http.call(createProject, {body: shop});
		expect((await http.call(listAudit, {key: other.key})).body.items).toEqual([]);
		const {key} = (await http.call(addMember, {body: {name: 'ada', role: 'editor', withKey: true}})).body.apiKey!;
		expect((await http.fail(listAudit, {key})).body.code).toBe('AUTH_FORBIDDEN');
		await http.call(getMe, {key});
	});

	it('that cannot be written changes nothing of the answer, and the log of the service has the entry', async () => {
		const http = await startHttp();
		await http.database.schema.dropTable('audit').execute();
		const {body} = await http.call(createProject, {body: shop});
		const line = http.log.find(one => one.includes('could not be written down'));
		expect(JSON.parse(line ?? '{}')).toMatchObject({level: 50, entry: {action: 'createProject', object_id: body.id}});
	});
});
