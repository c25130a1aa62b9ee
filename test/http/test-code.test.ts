import {describe, expect, it} from 'vitest';
import {getTestCode, putTestCode, updateTest} from '../../contract/routes/tests.ts';
import {code, startWithProject, add} from './project-with-tests.ts';

describe('warnings', () => {
	it('tell of a credential, of nothing checked, of needs nobody meets and of a circular dependency', async () => {
		const {http, projectId} = await startWithProject();
		expect((await add(http, projectId, {code: 'print(1)'})).warnings?.join()).toContain('checks nothing');
		const secret = 'api_key = "k3y-9f8e7d6c5b4a"\nassert api_key';
		expect((await add(http, projectId, {code: secret})).warnings?.join()).toContain('api_key');
		await add(http, projectId, {name: 'A', produces: ['token'], consumes: ['userId']});
		const lonely = await add(http, projectId, {
			name: 'C',
			code: 'assert Token and nothing',
			consumes: ['Token', 'nothing'],
		});
		expect(lonely.warnings).toEqual([
			'variable "Token" is needed, but no test produces it; did you mean "token"?',
			'variable "nothing" is needed, but no test produces it',
		]);
		const {testId, warnings} = await add(http, projectId, {
			name: 'B',
			code: 'userId = token\nassert userId',
			produces: ['userId'],
			consumes: ['token'],
		});
		expect(warnings).toEqual(['the chain cannot be assembled because of a circular dependency between "A" and "B"']);
		const fixed = await http.call(updateTest, {params: {testId}, body: {consumes: null}});
		expect(fixed.body).not.toHaveProperty('warnings');
	});

	it('tell of values that are read or published without being declared, at create, code put and update', async () => {
		const {http, projectId} = await startWithProject();
		const code = 'order = variables["order_id"]\nassert order\n';
		const {testId, warnings} = await add(http, projectId, {code, produces: ['total']});
		const read =
			'line 1: variables["order_id"] is read, but no test of the project produces order_id: make the value in the test itself, or let another test produce it first';
		const total =
			'total is declared as produced, but nothing produces it: call produce("total", value), or assign it at the top level';
		expect(warnings).toEqual([total, read]);
		const put = await http.call(putTestCode, {
			params: {testId},
			body: {code: `${code}total = 1\n`},
			headers: {'if-match': '*'},
		});
		expect(put.body.warnings).toEqual([read]);
		const updated = await http.call(updateTest, {params: {testId}, body: {produces: ['total'], consumes: []}});
		expect(updated.body.warnings).toEqual([read]);
		await add(http, projectId, {code: 'produce("order_id", 1)\nassert True\n', produces: ['order_id']});
		const again = await http.call(updateTest, {params: {testId}, body: {produces: ['total']}});
		expect(again.body.warnings).toEqual([
			'line 1: variables["order_id"] is read, but the test does not declare that it needs order_id: --needs order_id',
		]);
	});
});

describe('the code of a test', () => {
	it('is read with its version and replaced by naming that version', async () => {
		const {http, projectId} = await startWithProject();
		const {testId} = await add(http, projectId);
		const read = await http.call(getTestCode, {params: {testId}});
		expect(read.body).toEqual({
			testId,
			language: 'python',
			framework: 'pytest',
			code,
			codeVersion: 'v1',
			etag: '"v1"',
		});
		expect(read.headers.get('etag')).toBe('"v1"');
		const written = await http.call(putTestCode, {
			params: {testId},
			headers: {'if-match': '"v1"'},
			body: {code: 'assert 2', language: 'python'},
		});
		expect(written.body.codeVersion).toBe('v2');
		expect(written.headers.get('etag')).toBe('"v2"');
		expect((await http.call(getTestCode, {params: {testId}})).body.code).toBe('assert 2');
	});

	it('is not replaced when the version has moved on', async () => {
		const {http, projectId} = await startWithProject();
		const {testId} = await add(http, projectId);
		const put = (version: string) => ({params: {testId}, headers: {'if-match': version}, body: {code: 'assert 3'}});
		await http.call(putTestCode, put('v1'));
		for (const version of ['v1', 'v9', 'nonsense', 'v01', '"v1"', 'v99999999999999999999']) {
			const {body} = await http.fail(putTestCode, put(version));
			expect(body).toMatchObject({code: 'PRECONDITION_FAILED', details: {currentCodeVersion: 'v2'}});
		}
	});

	it('lets one of many writers of the same version win', async () => {
		const {http, projectId} = await startWithProject();
		const {testId} = await add(http, projectId);
		const answers = await Promise.all(
			Array.from({length: 10}, (_, n) =>
				http.send('PUT', `/tests/${testId}/code`, {
					headers: {'content-type': 'application/json', 'if-match': 'v1'},
					body: JSON.stringify({code: `assert ${n + 1}`}),
				}),
			),
		);
		expect(answers.map(({status}) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
	});

	it('is replaced whatever its version with *, which the audit log keeps', async () => {
		const {http, projectId} = await startWithProject();
		const {testId} = await add(http, projectId);
		await http.call(putTestCode, {params: {testId}, headers: {'if-match': '*'}, body: {code: 'assert 4'}});
		const audit = http.log.map(line => JSON.parse(line)).find(entry => entry.audit === 'code_forced');
		expect(audit).toMatchObject({testId, replaced: 'v1', codeVersion: 'v2'});
		expect(audit.keyId).toMatch(/^key_/);
		expect(http.log.join('')).not.toContain('assert 4');
	});

	it('needs if-match, Python and something in it', async () => {
		const {http, projectId} = await startWithProject();
		const {testId} = await add(http, projectId);
		const params = {testId};
		const headers = {'if-match': 'v1'};
		const none = await http.fail(putTestCode, {params, body: {code}});
		expect(none.body.details).toEqual({field: 'if-match', reason: 'required'});
		const blank = await http.fail(putTestCode, {params, headers, body: {code: '  '}});
		expect(blank.body.details).toEqual({field: 'code', reason: 'empty'});
		const other = await http.fail(putTestCode, {params, headers, body: {code, language: 'ruby'} as never});
		expect(other.body.details).toEqual({field: 'language', reason: 'enum', accepted: ['python']});
	});
});
