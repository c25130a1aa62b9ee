import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {type MemberRole, memberRoles, scopes} from '../../contract/enums.ts';
import {scopesOfRole} from '../../contract/member.ts';
import {createKey, getMe, listKeys, revokeKey} from '../../contract/routes/account.ts';
import {createAccount, deleteAccount, listAccounts, updateAccount} from '../../contract/routes/accounts.ts';
import {addMember, listMembers, removeMember, updateMember} from '../../contract/routes/members.ts';
import {createProject, listProjects} from '../../contract/routes/projects.ts';
import {getRun, triggerRun} from '../../contract/routes/runs.ts';
import {createTest} from '../../contract/routes/tests.ts';
import {type HttpUnderTest, startHttp} from './start-http.ts';

const shop = {type: 'backend', name: 'Shop', targetUrl: 'http://127.0.0.1:1'} as const;

/** A member with a first key. */
async function add(http: HttpUnderTest, name: string, role: MemberRole, key?: string) {
	const {body} = await http.call(addMember, {...(key ? {key} : {}), body: {name, role, withKey: true}});
	return {memberId: body.memberId, key: body.apiKey!.key, keyId: body.apiKey!.keyId};
}

describe('a member', () => {
	it.each(memberRoles)('that is %s is told so, and has the scopes of the role', async role => {
		const http = await startHttp();
		const {key, memberId} = await add(http, 'ada', role);
		const {body} = await http.call(getMe, {key});
		expect(body).toMatchObject({
			userId: http.accountId,
			role,
			member: {memberId, name: 'ada', email: null},
			scopes: scopesOfRole[role],
		});
	});

	it('has a role in which each one holds what the next one does', () => {
		for (const [index, role] of memberRoles.slice(1).entries())
			expect(scopesOfRole[memberRoles[index]!]).toEqual(expect.arrayContaining([...scopesOfRole[role]]));
		expect(scopesOfRole.viewer.filter(scope => !scope.startsWith('read:'))).toEqual([]);
	});

	it('gets no key beyond the role, and none beyond the key of whoever makes it', async () => {
		const http = await startHttp();
		const {memberId} = await add(http, 'ada', 'viewer');
		const refused = await http.fail(createKey, {body: {name: 'x', scopes: ['read:tests', 'run:tests'], memberId}});
		expect(refused.body).toMatchObject({code: 'AUTH_FORBIDDEN', details: {reason: 'role', role: 'viewer'}});
		expect(refused.body.message).toBe('The role viewer does not have the scope run:tests.');
		const narrow = await http.newKey({scopes: ['admin:keys', 'read:me']});
		const beyond = await http.fail(addMember, {key: narrow, body: {name: 'eve', role: 'editor', withKey: true}});
		expect(beyond.body).toMatchObject({code: 'AUTH_FORBIDDEN', details: {reason: 'scope'}});
		expect((await http.call(listMembers)).body.items).toHaveLength(1);
	});

	it('loses at once what another role does not have, with every key', async () => {
		const http = await startHttp();
		const {memberId, key} = await add(http, 'ada', 'editor');
		await http.call(createProject, {key, body: shop});
		await http.call(updateMember, {params: {memberId}, body: {role: 'viewer'}});
		const {body} = await http.fail(createProject, {key, body: {...shop, name: 'Second'}});
		expect(body).toMatchObject({code: 'AUTH_FORBIDDEN', details: {reason: 'scope', role: 'viewer'}});
		expect(body.message).toBe('The API key lacks the scope write:projects, which the role viewer does not have.');
		await http.call(listProjects, {key});
		await http.call(updateMember, {params: {memberId}, body: {role: 'editor'}});
		await http.call(createProject, {key, body: {...shop, name: 'Third'}});
	});

	it('that is removed takes its keys along at once, also those that it has made itself', async () => {
		const http = await startHttp();
		const {memberId, key, keyId} = await add(http, 'ada', 'owner');
		const own = (await http.call(createKey, {key, body: {name: 'laptop', scopes: ['read:me']}})).body;
		expect(own).toMatchObject({memberId, memberName: 'ada'});
		const {body} = await http.call(removeMember, {params: {memberId: 'ada'}});
		expect(body).toMatchObject({memberId});
		expect([...body.revokedKeys].sort()).toEqual([keyId, own.keyId].sort());
		for (const secret of [key, own.key])
			expect((await http.fail(getMe, {key: secret})).body).toMatchObject({details: {reason: 'revoked'}});
		expect((await http.call(listMembers)).body.items).toEqual([]);
		expect((await http.fail(removeMember, {params: {memberId}})).body.details).toEqual({
			resource: 'member',
			id: memberId,
			reason: 'not_found',
		});
	});

	it('has a name of its own in the account', async () => {
		const http = await startHttp();
		await add(http, 'ada', 'viewer');
		const {memberId} = await add(http, 'bob', 'viewer');
		expect((await http.fail(addMember, {body: {name: ' ada ', role: 'owner'}})).body).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'name_taken'},
		});
		expect((await http.fail(updateMember, {params: {memberId}, body: {name: 'ada'}})).body.code).toBe('CONFLICT');
		const other = await http.newAccount();
		await http.call(addMember, {key: other.key, body: {name: 'ada', role: 'viewer'}});
	});

	it('who alone can administer the account stays, in the role and with the key', async () => {
		const http = await startHttp();
		const account = (await http.call(createAccount, {body: {name: 'Team'}})).body;
		const {key, keyId} = account.apiKey;
		const {memberId} = account.owner;
		const last = {code: 'CONFLICT', details: {reason: 'last_admin_key'}};
		expect((await http.fail(removeMember, {key, params: {memberId}})).body).toMatchObject(last);
		expect((await http.fail(updateMember, {key, params: {memberId}, body: {role: 'editor'}})).body).toMatchObject(last);
		expect((await http.fail(revokeKey, {key, params: {keyId}})).body).toMatchObject(last);
		expect((await http.call(getMe, {key})).body.role).toBe('owner');
		const second = await add(http, 'bob', 'owner', key);
		await http.call(removeMember, {key: second.key, params: {memberId}});
		expect((await http.call(listKeys, {key: second.key})).body.items).toHaveLength(2);
	});
});

describe('accounts', () => {
	it('are administered by the first one alone, whatever a key of another says that it opens', async () => {
		const http = await startHttp();
		const other = await http.newAccount();
		expect((await http.call(getMe)).body.scopes).toContain('admin:accounts');
		expect((await http.call(getMe, {key: other.key})).body.scopes).not.toContain('admin:accounts');
		expect((await http.fail(listAccounts, {key: other.key})).body.code).toBe('AUTH_FORBIDDEN');
		const beyond = await http.fail(createKey, {key: other.key, body: {name: 'x', scopes: ['admin:accounts']}});
		expect(beyond.body.code).toBe('AUTH_FORBIDDEN');
	});

	it('begin with an owner whose key opens everything in it, and nothing of the others', async () => {
		const http = await startHttp();
		const {body} = await http.call(createAccount, {body: {name: 'Team', owner: 'ada', email: 'ada@example.com'}});
		expect(body).toMatchObject({name: 'Team', plan: 'Pro', members: 1, projects: 0, isOperator: false});
		const {key} = body.apiKey;
		expect((await http.call(getMe, {key})).body).toMatchObject({
			userId: body.accountId,
			role: 'owner',
			scopes: scopes.filter(scope => scope !== 'admin:accounts'),
		});
		await http.call(createProject, {body: shop});
		expect((await http.call(listProjects, {key})).body.items).toEqual([]);
		expect((await http.call(listAccounts)).body.items.map(({name, isOperator}) => [name, isOperator])).toEqual([
			['Team', false],
			[null, true],
		]);
	});

	it('that are disabled stop every key at once, and go on when they are enabled', async () => {
		const http = await startHttp();
		const {accountId, apiKey} = (await http.call(createAccount, {body: {name: 'Team'}})).body;
		const {key} = apiKey;
		await http.call(createProject, {key, body: shop});
		const disabled = await http.call(updateAccount, {params: {accountId}, body: {disabled: true}});
		expect(disabled.body.disabledAt).not.toBeNull();
		const {status, body} = await http.fail(listProjects, {key});
		expect([status, body.message, body.details]).toEqual([
			403,
			'The account of this API key is disabled.',
			{reason: 'account_disabled', accountId},
		]);
		await http.call(updateAccount, {params: {accountId}, body: {disabled: false}});
		expect((await http.call(listProjects, {key})).body.items).toHaveLength(1);
	});

	it('that are disabled get no answer to a request that was held before', async () => {
		const http = await startHttp();
		const {accountId, apiKey} = (await http.call(createAccount, {body: {name: 'Team'}})).body;
		const {key} = apiKey;
		const projectId = (await http.call(createProject, {key, body: shop})).body.id;
		const code = 'import requests\nassert requests.get(BASE_URL).ok\n';
		const {testId} = (await http.call(createTest, {key, body: {projectId, type: 'backend', name: 'pays', code}})).body;
		const held = http.runner.hold('pays');
		const {runId} = (await http.call(triggerRun, {key, params: {testId}, body: {}})).body;
		await held.started;
		const waiting = http.fail(getRun, {key, params: {runId}, query: {waitSeconds: 25}});
		// Those who ask later are answered: by now it is held.
		for (let n = 0; n < 3; n++) await http.call(getRun, {key, params: {runId}});
		await http.call(updateAccount, {params: {accountId}, body: {disabled: true}});
		held.release();
		expect((await waiting).body).toMatchObject({code: 'AUTH_FORBIDDEN', details: {reason: 'account_disabled'}});
	});

	it('are deleted with every row that speaks of them, once they are disabled', async () => {
		const http = await startHttp();
		const kept = await http.call(createProject, {body: shop});
		const {accountId, apiKey, owner} = (await http.call(createAccount, {body: {name: 'Team'}})).body;
		const {key} = apiKey;
		const projectId = (await http.call(createProject, {key, body: shop})).body.id;
		const code = 'import requests\nassert requests.get(BASE_URL).ok\n';
		const {testId} = (await http.call(createTest, {key, body: {projectId, type: 'backend', name: 'pays', code}})).body;
		const refused = await http.fail(deleteAccount, {params: {accountId}});
		expect(refused.body).toMatchObject({code: 'CONFLICT', details: {reason: 'account_enabled'}});
		await http.call(updateAccount, {params: {accountId}, body: {disabled: true}});
		await http.call(deleteAccount, {params: {accountId}});
		const left: string[] = [];
		for (const {name} of await http.database.introspection.getTables())
			for (const row of (await sql<object>`select * from ${sql.table(name)}`.execute(http.database)).rows)
				if ([accountId, projectId, testId, owner.memberId].some(id => JSON.stringify(row).includes(id)))
					left.push(name);
		// What the operator did stays written down.
		expect([...new Set(left)]).toEqual(['audit']);
		expect((await http.fail(getMe, {key})).body.details).toEqual({reason: 'unknown'});
		expect((await http.call(listProjects)).body.items.map(({id}) => id)).toEqual([kept.body.id]);
		expect((await http.fail(deleteAccount, {params: {accountId}})).status).toBe(404);
	});

	it('cannot lose the one that administers them', async () => {
		const http = await startHttp();
		const params = {accountId: http.accountId};
		const reason = {code: 'CONFLICT', details: {reason: 'operator_account'}};
		expect((await http.fail(updateAccount, {params, body: {disabled: true}})).body).toMatchObject(reason);
		expect((await http.fail(deleteAccount, {params})).body).toMatchObject(reason);
		await http.call(updateAccount, {params, body: {name: 'Operations'}});
		expect((await http.call(getMe)).body.displayName).toBe('Operations');
	});
});
