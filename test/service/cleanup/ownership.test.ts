import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {findRecords} from '../../../service/cleanup/find-records.ts';
import {lifeAfter} from '../../../service/cleanup/note-sightings.ts';
import {callsOf, type Given, type Line, origin} from './observed-lines.ts';

const endpointsOf = (names: readonly string[]) =>
	names.map((name, place) => {
		const [method = '', path = '', ...statuses] = name.split(' ');
		const responseShape = statuses.length > 0 ? {statuses: statuses.map(Number)} : null;
		return {endpointId: `ep_${place}`, method, path, basePath: '', responseShape};
	});

/** `DELETE <path> <proof>` of each record that would be deleted, `? <path>` of each that may have existed. */
function verdicts(endpoints: readonly string[], lines: readonly Line[], tag: string | null = null): string[] {
	const {records, calls} = findRecords({
		calls: callsOf(lines),
		endpoints: endpointsOf(endpoints),
		base: [],
		tagOf: () => tag,
	});
	return [
		...records.map(({deletion, proof, reason}) =>
			proof && deletion
				? `DELETE ${deletion.url.slice(origin.length)} ${proof.kind}`
				: `? ${deletion?.url.slice(origin.length) ?? ''} ${reason}`,
		),
		...calls.map(({reason}) => reason),
	];
}

const tags = ['DELETE /tags/{name}', 'GET /tags/{name}'];
const put = (given: Given = {}): Line => ['PUT /tags/blue', {sent: {color: 1}, ...given}];

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

describe('nothing is proven', () => {
	it.each<[string, string[], Line[], string[]]>([
		['by a PUT on a chosen name', tags, [put()], ['? /tags/blue may_have_existed']],
		['by a 201 alone', tags, [put({status: 201})], ['? /tags/blue may_have_existed']],
		[
			'by a creation time before the call',
			['DELETE /users/{id}'],
			[['POST /users', {status: 201, answer: {id: 7, createdAt: '2026-01-01T00:00:00Z'}}]],
			['? /users/7 may_have_existed'],
		],
		[
			'by a 404 where nothing can be read',
			['DELETE /tags/{name}'],
			[['GET /tags/blue', {status: 404}], put()],
			['? /tags/blue may_have_existed'],
		],
		[
			'by an id that an earlier answer had shown',
			['DELETE /tags/{id}'],
			[
				['GET /tags', {answer: [{id: 5, name: 'x'}]}],
				['POST /tags', {sent: {name: 'x'}, answer: {id: 5}}],
			],
			['known_record'],
		],
		[
			'by a slug that the test has sent in another spelling',
			['DELETE /tags/{slug}'],
			[['POST /tags', {status: 201, sent: {title: 'My Tag'}, answer: {slug: 'my-tag'}}]],
			['? /tags/my-tag may_have_existed'],
		],
		[
			'by an answer that says that it was there',
			['DELETE /tags/{id}'],
			[['POST /tags', {answer: {id: 5, created: false}}]],
			['? /tags/5 may_have_existed'],
		],
		[
			'by a 200 of an endpoint that answers 201 when it creates',
			['DELETE /tags/{id}'],
			[
				['POST /tags', {status: 201, answer: {id: 5}}],
				['POST /tags', {answer: {id: 3}}],
			],
			['DELETE /tags/5 server_id', '? /tags/3 may_have_existed'],
		],
		[
			'by a 200 of an endpoint that the document says to answer 201, too',
			['DELETE /tags/{id}', 'POST /tags 200 201'],
			[['POST /tags', {answer: {id: 3}}]],
			['? /tags/3 may_have_existed'],
		],
		[
			'by a 200 with the name that was sent, which may have found what has it',
			['DELETE /labels/{id}'],
			[['POST /labels', {sent: {name: 'urgent'}, answer: {id: 3, name: 'urgent'}}]],
			['? /labels/3 may_have_existed'],
		],
		[
			'by the 201 of a call beside the collection, which may answer with any record',
			['DELETE /posts/{id}', 'GET /posts/{id}'],
			[['POST /posts/random', {status: 201, answer: {id: 3, self: '/posts/3', title: 'Hello'}}]],
			['? /posts/3 may_have_existed'],
		],
		[
			'by a toggle on a record that was there',
			['DELETE /posts/{id}/like'],
			[['POST /posts/5/like', {answer: {liked: true}}]],
			['? /posts/5/like may_have_existed'],
		],
		[
			'by a tag of all articles at an article of this run',
			['DELETE /articles/{id}', 'DELETE /tags/{name}'],
			[
				['POST /articles', {status: 201, answer: {id: 9}}],
				['POST /articles/9/tags', {sent: {name: 'blue'}, answer: {name: 'blue'}}],
			],
			['DELETE /articles/9 server_id', '? /tags/blue may_have_existed'],
		],
	])('%s', (_, endpoints, lines, wanted) => {
		expect(verdicts(endpoints, lines)).toEqual(wanted);
	});
});

describe('what was there before', () => {
	const endpoints = [
		'DELETE /users/{id}',
		'DELETE /tags/{name}',
		'GET /tags/{name}',
		'DELETE /users/{id}/tags/{name}',
		'DELETE /posts/{id}/like',
	];
	const canaries = ['1', '2'];
	const fresh = ['11', '12', '13'];
	const line = fc.oneof(
		fc.constantFrom(...fresh).map((id): Line => ['POST /users', {status: 201, sent: {n: 1}, answer: {id}}]),
		fc.constantFrom(...canaries).map((id): Line => ['POST /users', {sent: {n: 1}, answer: {id}}]),
		fc.constantFrom(...canaries, ...fresh).map((id): Line => [`PATCH /users/${id}`, {sent: {n: 2}, answer: {id}}]),
		fc.constantFrom(...canaries, ...fresh).map((id): Line => [`PUT /users/${id}`, {sent: {n: 2}, answer: {id}}]),
		fc.constantFrom('old', 'blue').map((name): Line => [`PUT /tags/${name}`, {status: 204, sent: {}}]),
		fc.constant<Line>(['GET /tags/blue', {status: 404}]),
		fc
			.tuple(fc.constantFrom(...canaries, ...fresh), fc.constantFrom('a', 'b'))
			.map(([id, name]): Line => [`PUT /users/${id}/tags/${name}`, {status: 200, sent: {}}]),
		fc.constantFrom(...canaries).map((id): Line => [`POST /posts/${id}/like`, {answer: {liked: true}}]),
		fc.constantFrom(...fresh).map((id): Line => [`DELETE /users/${id}`, {status: 204}]),
		fc.constant<Line>(['POST /users/login', {sent: {password: 'x'}, answer: {token: 't', user: {id: '1'}}}]),
		fc.constant<Line>(['POST /users/search', {answer: {data: [{id: '2'}]}}]),
	);
	const shown: Line[] = [
		['GET /users', {answer: canaries.map(id => ({id, n: 0}))}],
		['GET /tags', {answer: [{name: 'old'}]}],
	];

	it('is never deleted, and every write ends in one place', () => {
		fc.assert(
			fc.property(fc.array(line, {maxLength: 25}), lines => {
				const calls = callsOf([...shown, ...lines]);
				const {records, calls: nothing} = findRecords({calls, endpoints: endpointsOf(endpoints), base: []});
				const sent = records.flatMap(({deletion, reason}) =>
					deletion && reason === null ? deletion.url.slice(origin.length) : [],
				);
				for (const path of sent) {
					expect(path).not.toMatch(/^\/users\/[12](?:\/|$)/);
					expect(path).not.toMatch(/^\/posts\/|^\/tags\/old$/);
				}
				const writes = calls.filter(({method, status}) => /^(?:POST|PUT|PATCH)$/.test(method) && (status ?? 0) < 300);
				const made = new Set(records.map(({call}) => call.id));
				const ends = [...made, ...nothing.map(({call}) => call.id)].sort();
				expect(ends).toEqual(writes.map(({id}) => id).sort());
			}),
			{seed: 20_261_122, numRuns: 400},
		);
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
