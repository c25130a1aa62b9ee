import {describe, expect, it} from 'vitest';
import {
	findUnorderedWrites,
	type OrderedCall,
	type OrderedMember,
	unorderedText,
} from '../../../service/domain/unordered-writes.ts';

const base = 'http://shop.test:8080/api';

/** Members by name in the order of their ranks, each with its calls: `METHOD path [status] [carried names…]`. */
function findings(tests: Record<string, string[]>, waits: Record<string, string[]> = {}, late: string[] = []) {
	const members = Object.keys(tests).map(
		(name, rank): OrderedMember => ({
			runId: name,
			testId: `tst_${name}`,
			name,
			projectId: 'prj_1',
			rank,
			late: late.includes(name),
		}),
	);
	const calls = Object.entries(tests).flatMap(([runId, lines]) =>
		lines.map((line): OrderedCall => {
			const [method = '', path = '', status = '200', ...carries] = line.split(' ');
			return {runId, method, url: `${base}${path}`, status: status === '-' ? null : Number(status), carries};
		}),
	);
	return findUnorderedWrites(members, calls, new Map(Object.entries(waits)));
}

const told = (...given: Parameters<typeof findings>) =>
	findings(...given).map(({later, earlier, change, variable}) => [later.name, earlier.name, change, variable]);

describe('two members that use one record without an order', () => {
	it.each<[string, Record<string, string[]>, unknown[]]>([
		[
			'one renames what the other reads by the same value',
			{renames: ['PATCH /flows/main 200 flowId'], reads: ['GET /flows/main 200 flowId']},
			[['renames', 'reads', 'PATCH /api/flows/main', 'flowId']],
		],
		[
			'one replaces what the other reads by a literal id',
			{reads: ['GET /users/7'], replaces: ['PUT /users/7/']},
			[['replaces', 'reads', 'PUT /api/users/7', null]],
		],
		[
			'one deletes what the other reads below it, and is told although the read found nothing any more',
			{deletes: ['DELETE /flows/3 204 flowId'], lists: ['GET /flows/3/steps 404 flowId']},
			[['deletes', 'lists', 'DELETE /api/flows/3', 'flowId']],
		],
		[
			'both change it: who deletes comes later, else the one behind in the order',
			{deletes: ['DELETE /a/1'], changes: ['PUT /a/1', 'GET /a/1'], first: ['PATCH /b/2'], second: ['PATCH /b/2']},
			[
				['deletes', 'changes', 'DELETE /api/a/1', null],
				['second', 'first', 'PATCH /api/b/2', null],
			],
		],
	])('%s', (_case, tests, expected) => {
		expect(told(tests)).toEqual(expected);
	});

	it.each<[string, Record<string, string[]>, Record<string, string[]>?, string[]?]>([
		['one waits for the other', {a: ['PUT /a/1'], b: ['GET /a/1']}, {b: ['a']}],
		['one waits for the other through a third', {a: ['PUT /a/1'], b: ['GET /a/1'], c: []}, {b: ['c'], c: ['a']}],
		['one is late', {a: ['DELETE /a/1'], b: ['GET /a/1']}, {}, ['a']],
		['both only read', {a: ['GET /a/1'], b: ['HEAD /a/1']}],
		['the change was refused', {a: ['PUT /a/1 422'], b: ['GET /a/1']}],
		['the other one was turned away', {a: ['PUT /a/1'], b: ['GET /a/1 401', 'GET /a/1 403', 'GET /a/1 -']}],
		['each has a record of its own', {a: ['PATCH /a/1'], b: ['PATCH /a/2', 'GET /a/12']}],
		['the address names no record', {a: ['PUT /me'], b: ['GET /me'], c: ['DELETE /session 204']}],
		['both add to a collection', {a: ['POST /a 201 x'], b: ['POST /a 201 x', 'GET /a 200 x']}],
		['a change leaves what is below it', {a: ['PATCH /a/1'], b: ['GET /a/1/parts']}],
	])('is no finding when %s', (_case, tests, waits, late) => {
		expect(told(tests, waits, late)).toEqual([]);
	});

	it('is told with who, which value, which call changes it, and the command that orders them', () => {
		const all = findings({
			'renames the flow': ['PATCH /flows/3 200 flowId'],
			'reads the flow': ['GET /flows/3 200 flowId'],
		});
		expect(unorderedText(all)).toBe(
			'it changes flowId (PATCH /api/flows/3) and "reads the flow" uses it, too, with no order between them; ' +
				'to order them: svc test update tst_renames the flow --after tst_reads the flow',
		);
		const many = findings({w: ['PUT /a/1'], ...Object.fromEntries([1, 2, 3, 4, 5].map(n => [`r${n}`, ['GET /a/1']]))});
		expect(unorderedText(many)).toContain(
			'it changes the same record (PUT /api/a/1) and "r1", "r2", "r3", 2 more use that record, too',
		);
	});
});
