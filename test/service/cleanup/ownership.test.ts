import {describe, expect, it} from 'vitest';
import {findRecords} from '../../../service/cleanup/find-records.ts';
import {lifeAfter} from '../../../service/cleanup/note-sightings.ts';
import {callsOf, type Given, type Line} from './observed-lines.ts';
import {endpointsOf, verdicts, tags, put} from './proofs-of-lines.ts';

const longName = `${'urgent '.repeat(1400)}4f9a01bc`;

it.each(['eeddbebc', '48113062'])('a record is proven by the tag of its execution, also by one such as %s', tag => {
	const name = `Lantern Grove ${tag}`;
	const lines: Line[] = [['POST /labels', {sent: {name}, answer: {id: 3, name}}]];
	expect(verdicts(['DELETE /labels/{id}'], lines, tag)).toEqual(['DELETE /labels/3 server_id']);
	expect(verdicts(['DELETE /labels/{id}'], lines, 'abcdef12')).toEqual(
		/\d/.test(tag) ? ['DELETE /labels/3 server_id'] : ['? /labels/3 may_have_existed'],
	);
});

it('a record with the name of its execution may be in a list that was answered as it was made', () => {
	const label = {id: 3, name: 'Lantern Grove 3280e43b'};
	const lines: Line[] = [
		['GET /labels', {run: 'run_2', at: 0, took: 15, answer: [label]}],
		['POST /labels', {at: 14, status: 201, sent: {name: label.name}, answer: label}],
	];
	expect(verdicts(['DELETE /labels/{id}'], lines, '3280e43b')).toEqual(['DELETE /labels/3 server_id']);
	expect(verdicts(['DELETE /labels/{id}'], lines, 'abcdef12')).toEqual(['? /labels/3 may_have_existed']);
	const earlier: Line[] = [['GET /labels', {run: 'run_2', at: 0, took: 10, answer: [label]}], lines[1]!];
	expect(verdicts(['DELETE /labels/{id}'], earlier, '3280e43b')).toEqual(['? /labels/3 may_have_existed']);
});

it('the id of a record is not that of its parent because two numbers were once the same', () => {
	const endpoints = ['GET /courses/{course_id}', 'POST /courses', 'DELETE /courses/{course_id}'];
	const lines: Line[] = [
		['POST /courses', {status: 201, sent: {term_id: 2}, answer: {term_id: 2, id: 2}}],
		['GET /courses/2', {answer: {term_id: 2, id: 2}}],
		['POST /courses', {status: 201, sent: {term_id: 5}, answer: {term_id: 5, id: 7}}],
	];
	expect(verdicts(endpoints, lines)).toEqual(['DELETE /courses/2 server_id', 'DELETE /courses/7 server_id']);
});

it('a number that is given again while its record is deleted names a new record', () => {
	const grade = {id: 36};
	const lines = (gone: boolean): Line[] => [
		['POST /grades', {run: 'run_1', at: 0, took: 5, status: 201, sent: {value: 1}, answer: grade}],
		['POST /grades', {run: 'run_2', at: 20, took: 80, status: 201, sent: {value: 2}, answer: grade}],
		...(gone ? [['DELETE /grades/36', {run: 'run_1', at: 30, took: 10, status: 204}] as Line] : []),
	];
	expect(verdicts(['DELETE /grades/{id}'], lines(true))).toEqual(['DELETE /grades/36 server_id', 'deleted_by_test']);
	expect(verdicts(['DELETE /grades/{id}'], lines(false))).toEqual(['DELETE /grades/36 server_id', 'own_record']);
});

it('a record with the number of its own parent is not the parent', () => {
	const endpoints = ['DELETE /courses/{course_id}', 'DELETE /terms/{term_id}', 'GET /courses'];
	const lines: Line[] = [
		['GET /courses', {answer: [{id: 5, term_id: 1}]}],
		['POST /terms', {status: 201, sent: {}, answer: {id: 5}}],
		['POST /courses', {status: 200, sent: {term_id: 5}, answer: {term_id: 5, id: 5}}],
	];
	expect(verdicts(endpoints, lines)).toEqual(['DELETE /terms/5 server_id', 'known_record']);
});

describe('a record is proven', () => {
	it.each<[string, string[], Line[], string[]]>([
		['by a new id', ['DELETE /users/{id}'], [['POST /users', {answer: {id: 7}}]], ['DELETE /users/7 server_id']],
		[
			'by a read that was answered 404 before',
			tags,
			[['GET /tags/blue', {status: 404}], put()],
			['DELETE /tags/blue absent_before'],
		],
		[
			'by a creation time within the call, when it was answered 201',
			tags,
			[put({status: 201, answer: {created_at: '2026-01-31T09:30:00.003Z'}})],
			['DELETE /tags/blue created_at'],
		],
		[
			'by its parent',
			['DELETE /users/{id}', 'DELETE /users/{id}/tags/{name}'],
			[
				['POST /users', {status: 201, answer: {id: 7}}],
				['PUT /users/7/tags/blue', {status: 204}],
			],
			['DELETE /users/7 server_id', 'DELETE /users/7/tags/blue owned_parent'],
		],
		[
			'by an id that was used before and deleted',
			['DELETE /users/{id}'],
			[
				['GET /users', {answer: [{id: 7}]}],
				['DELETE /users/7', {status: 204}],
				['POST /users', {answer: {id: 7}}],
			],
			['DELETE /users/7 server_id'],
		],
		[
			'by a 202 with the name that was sent, which is made later',
			['DELETE /clusters/{id}'],
			[['POST /clusters', {status: 202, sent: {name: 'blue'}, answer: {id: 3, name: 'blue'}}]],
			['DELETE /clusters/3 server_id'],
		],
		[
			'by a 200 with a name that was made up for it',
			['DELETE /labels/{id}'],
			[['POST /labels', {sent: {name: 'urgent-4f9a01bc'}, answer: {id: 3, name: 'urgent-4f9a01bc'}}]],
			['DELETE /labels/3 server_id'],
		],
		[
			'by a 200 with a long text that ends in what was made up for it',
			['DELETE /labels/{id}'],
			[['POST /labels', {sent: {name: longName}, answer: {id: 3, name: longName}}]],
			['DELETE /labels/3 server_id'],
		],
		[
			'by a 200 to a request that had made another record before',
			['DELETE /labels/{id}'],
			[
				['POST /labels', {sent: {name: 'urgent'}, answer: {id: 3, name: 'urgent'}}],
				['POST /labels', {sent: {name: 'urgent'}, answer: {id: 4, name: 'urgent'}}],
			],
			['? /labels/3 may_have_existed', 'DELETE /labels/4 server_id'],
		],
		[
			'by a new id that the DELETE names in its query, although its path was asked before',
			['DELETE /entries?entryId={entryId}'],
			[
				['POST /entries', {status: 201, answer: {entryId: 'e-1a2b3c'}}],
				['POST /entries', {status: 201, answer: {entryId: 'e-4d5e6f'}}],
			],
			['DELETE /entries?entryId=e-1a2b3c server_id', 'DELETE /entries?entryId=e-4d5e6f server_id'],
		],
		[
			'by its parent, whose address says in what form it is answered',
			['DELETE /themes/{id}.json', 'DELETE /themes/{id}/assets/{name}.json'],
			[
				['POST /themes.json', {status: 201, answer: {theme: {id: 7}}}],
				['PUT /themes/7/assets/logo.json', {status: 200, sent: {}}],
			],
			['DELETE /themes/7.json server_id', 'DELETE /themes/7/assets/logo.json owned_parent'],
		],
	])('%s', (_, endpoints, lines, wanted) => {
		expect(verdicts(endpoints, lines)).toEqual(wanted);
	});
});

describe('a record without a known DELETE', () => {
	it.each<[string, string[], Line[], string[]]>([
		[
			'that a PUT put where nothing was',
			['GET /settings/{name}'],
			[
				['GET /settings/dark', {status: 404}],
				['PUT /settings/dark', {status: 204, sent: {on: true}}],
			],
			['?  no_delete_endpoint'],
		],
		[
			'that a PUT put where a read had found nothing, whether or not it could have',
			[],
			[
				['GET /settings/dark', {status: 404}],
				['PUT /settings/dark', {status: 204, sent: {on: true}}],
			],
			['?  no_delete_endpoint'],
		],
		[
			'that a PUT was answered 201 for',
			[],
			[['PUT /packages/left-pad', {status: 201, answer: {ok: true, id: 'left-pad'}}]],
			['?  no_delete_endpoint'],
		],
		[
			'that was shown before a PUT answered 201 is changed',
			[],
			[
				['GET /packages/left-pad', {answer: {id: 'left-pad'}}],
				['PUT /packages/left-pad', {status: 201, answer: {ok: true, id: 'left-pad'}}],
			],
			['known_record'],
		],
		[
			'whose id has the initial of its kind',
			[],
			[['POST /threads', {sent: {title: 'x'}, answer: {response: {tid: 12, uid: 1, title: 'x'}}}]],
			['?  no_delete_endpoint'],
		],
		[
			'that has the short id of its parent',
			[],
			[
				['POST /teams', {status: 201, sent: {name: 'A'}, answer: {id: 1, name: 'A'}}],
				['POST /teams/1/seats', {status: 201, sent: {name: 'B'}, answer: {id: 1, name: 'B'}}],
			],
			['?  no_delete_endpoint', '?  no_delete_endpoint'],
		],
		[
			'whose parent is answered changed is none',
			[],
			[
				['GET /teams/1', {answer: {id: 1, name: 'A', city: 'Bern'}}],
				['POST /teams/1/rename', {status: 201, sent: {name: 'B'}, answer: {id: 1, name: 'B', city: 'Bern'}}],
				['POST /teams/1/activate', {status: 201, answer: {id: 1, active: true}}],
			],
			['known_record', 'known_record'],
		],
	])('%s', (_, endpoints, lines, wanted) => {
		expect(verdicts(endpoints, lines)).toEqual(wanted);
	});
});

describe('what two tests do in one millisecond', () => {
	const at = (run: string, path: string, given: Given): Line => [path, {...given, run}];

	it('hides no record from its own test, which reads it right after', () => {
		const calls = callsOf([
			at('run_1', 'POST /hooks', {status: 201, answer: {id: 'wh_11aa22bb'}}),
			at('run_1', 'GET /hooks/wh_11aa22bb', {answer: {id: 'wh_11aa22bb'}}),
			at('run_2', 'POST /hooks', {status: 201, answer: {id: 'wh_33cc44dd'}}),
		]).map(call => ({...call, startedAt: 1000, answeredAt: 1000}));
		// The store orders calls of one moment by their run.
		const inOrder = [calls[2]!, calls[0]!, calls[1]!];
		const {records} = findRecords({calls: inOrder, endpoints: endpointsOf(['DELETE /hooks/{id}']), base: []});
		expect(records.map(({handle, proof}) => `${handle} ${proof?.kind}`)).toEqual([
			'wh_33cc44dd server_id',
			'wh_11aa22bb server_id',
		]);
	});
});

describe('the life of a record over many runs', () => {
	it('begins again when it is shown after it was gone', () => {
		const life = lifeAfter(null, [
			{at: 1, isShown: true},
			{at: 5, isShown: false},
			{at: 9, isShown: true},
		]);
		expect(life).toEqual({firstAt: 9, lastAt: 9, goneAt: null});
	});

	it('goes on when somebody tells late of an end in its middle', () => {
		const life = {firstAt: 1, lastAt: 9, goneAt: null};
		expect(lifeAfter(life, [{at: 5, isShown: false}])).toEqual(life);
		expect(lifeAfter(life, [{at: 10, isShown: false}])).toEqual({...life, goneAt: 10});
	});
});

describe('a name that holds the tag of the execution', () => {
	const strategies = ['DELETE /strategies/{name}', 'POST /strategies', 'PUT /strategies/{name}'];
	const named = (name: string, given: Given = {}): Line => [
		'POST /strategies',
		{status: 201, sent: {name}, answer: {name}, ...given},
	];
	it.each<[string, string[], Line[], string[]]>([
		[
			'proves who was made by a POST',
			strategies,
			[named('slow-4f9a01bc')],
			['DELETE /strategies/slow-4f9a01bc own_name'],
		],
		['in another spelling, too', strategies, [named('SLOW_4F9A01BC')], ['DELETE /strategies/SLOW_4F9A01BC own_name']],
		[
			'proves who was made by a PUT',
			strategies,
			[['PUT /strategies/slow-4f9a01bc', {status: 201}]],
			['DELETE /strategies/slow-4f9a01bc own_name'],
		],
		[
			'below another part of the path, too',
			['DELETE /tags/{type}/{value}'],
			[
				[
					'POST /tags',
					{
						status: 201,
						sent: {type: 'simple', value: 'a4f9a01bc'},
						answer: {type: 'simple', value: 'a4f9a01bc'},
						location: '/tags/simple/a4f9a01bc',
					},
				],
			],
			['DELETE /tags/simple/a4f9a01bc own_name'],
		],
		[
			'proves nothing of the tag of another execution',
			strategies,
			[named('slow-00000000')],
			['? /strategies/slow-00000000 may_have_existed'],
		],
		[
			'proves nothing of an old record that gets the name',
			strategies,
			[['POST /strategies/slow/rename', {status: 200, sent: {name: 'new-4f9a01bc'}, answer: {name: 'new-4f9a01bc'}}]],
			[],
		],
	])('%s', (_, endpoints, lines, expected) => {
		const found = verdicts(endpoints, lines, '4f9a01bc').filter(one => /^[D?]/.test(one));
		expect(found.filter(one => one.startsWith('DELETE'))).toEqual(expected.filter(one => one.startsWith('DELETE')));
		for (const one of expected) expect(found).toContain(one);
	});
});

describe('a record that repeats what was sent, in an answer 200', () => {
	const word = {name: 'A'};
	const made = (id: number, name: string, given: Given = {}): Line => [
		'POST /words',
		{sent: {name}, answer: {id, name}, ...given},
	];
	const proven = made(14, 'Lantern 3280e43b');
	it.each<[string, Line[], string]>([
		['is proven by a number that follows one of this run', [proven, made(15, 'A')], 'DELETE /words/15 server_id'],
		[
			'is proven where others were sent between',
			[proven, made(15, 'A'), ['POST /words', {status: 400, sent: word}], made(17, 'B')],
			'DELETE /words/17 server_id',
		],
		['may have existed below it', [proven, made(9, 'A')], '? /words/9 may_have_existed'],
		['may have existed beyond a gap', [proven, made(16, 'A')], '? /words/16 may_have_existed'],
		[
			'may have existed where the other was made at the same time',
			[made(14, 'Lantern 3280e43b', {at: 0, took: 50}), made(15, 'A', {at: 10})],
			'? /words/15 may_have_existed',
		],
		['may have existed where nothing else is proven', [made(15, 'A')], '? /words/15 may_have_existed'],
	])('%s', (_, lines, verdict) => {
		expect(verdicts(['DELETE /words/{id}'], lines, '3280e43b')).toContain(verdict);
	});

	const customer: Line = ['POST /customers', {sent: {name: 'Lantern 3280e43b'}, answer: {id: 14}}];
	const invoice = (sent: object, more: object = {}): Line => [
		'POST /invoices',
		{status: 200, sent, answer: {id: 907, ...sent, ...more}},
	];
	it.each<[string, Line[], string]>([
		[
			'is new where it refers to a record of this run',
			[customer, invoice({customerId: 14, note: 'A'})],
			'DELETE /invoices/907 server_id',
		],
		[
			'may have existed where it refers to a record that was there',
			[customer, invoice({customerId: 15, note: 'A'})],
			'? /invoices/907 may_have_existed',
		],
		[
			'may have existed where it goes by a name and was moved to it',
			[customer, invoice({customerId: 14, name: 'A'})],
			'? /invoices/907 may_have_existed',
		],
		[
			'may have existed where it says so',
			[customer, invoice({customerId: 14, note: 'A'}, {existed: true})],
			'? /invoices/907 may_have_existed',
		],
	])('%s', (_, lines, verdict) => {
		expect(verdicts(['DELETE /customers/{id}', 'DELETE /invoices/{id}'], lines, '3280e43b')).toContain(verdict);
	});
});
