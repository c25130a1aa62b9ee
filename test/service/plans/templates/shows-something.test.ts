import {describe, expect, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const text = {type: 'string'};
const json = (schema: object) => ({'application/json': {schema}});
const answer = (schema: object) => ({description: 'it', content: json(schema)});
const listOf = (items: object) => ({type: 'array', items});

type Parts = {named?: object; record?: object; body?: object; list?: object; query?: object[]; read?: object};

/** Notes that are made, listed, read, changed and deleted. */
function notes({named = text, record = {}, body = {}, list, query = [], read = {}}: Parts, more: object = {}) {
	const note = {type: 'object', required: ['id'], properties: {id: text, title: text, ...record}};
	const sent = {type: 'object', required: ['title'], properties: {title: text}, ...body};
	const id = {name: 'noteId', in: 'path', required: true, schema: named};
	return documentOf({
		'/notes': {
			get: {parameters: query, responses: {200: answer(list ?? listOf(note))}},
			post: {requestBody: {required: true, content: json(sent)}, responses: {201: answer(note)}},
		},
		'/notes/{noteId}': {
			parameters: [id],
			get: {responses: {200: answer(note), 404: {description: 'no'}}},
			...read,
			patch: {requestBody: {content: json(sent)}, responses: {200: answer(note), 404: {description: 'no'}}},
			delete: {responses: {204: {description: 'gone'}, 404: {description: 'no'}}},
		},
		...more,
	});
}

const recipeOf = (document: ReturnType<typeof notes>, key: string) =>
	({...rowOf(planOf(document), key).recipe, id: 'rcp_1'}) as Recipe;
const codeOf = (document: ReturnType<typeof notes>, key: string) => renderTest(recipeOf(document, key));
const number = (name: string) => ({name, in: 'query', schema: {type: 'integer'}});

describe('a DELETE', () => {
	test('finds the record in the list before it looks for it there in vain, and another one after it', () => {
		const {steps} = recipeOf(notes({}), 'DELETE /notes/{noteId} delete');
		expect(steps.map(({role, call}) => `${role} ${call.operation.method} ${call.operation.path}`)).toEqual([
			'setup POST /notes',
			'setup POST /notes',
			'setup GET /notes/{noteId}',
			'setup GET /notes',
			'act DELETE /notes/{noteId}',
			'verify GET /notes/{noteId}',
			'verify GET /notes/{noteId}',
			'verify GET /notes',
		]);
		const asked = steps.filter(({role}) => role === 'verify').map(({call}) => call.path['noteId']);
		expect(asked.slice(0, 2)).toMatchObject([{step: 'create'}, {step: 'create_other'}]);
	});

	test.each([
		['integer', 1],
		['string', 0],
	])('of records named by an %s makes a later one first: the number is not given again', (type, later) => {
		const numbered = notes({named: {type}, record: {id: {type}}});
		const made = (key: string) => recipeOf(numbered, key).steps.filter(({call}) => call.operation.method === 'POST');
		expect(made('DELETE /notes/{noteId} delete-twice')).toHaveLength(1 + later);
	});

	test('never takes the very same request for a second record: it may be answered with the first', () => {
		const same = notes({body: {properties: {path: {type: 'string'}}, required: ['path']}});
		const bodies = recipeOf(same, 'DELETE /notes/{noteId} delete').steps.flatMap(({call}) =>
			call.operation.method === 'POST' ? [JSON.stringify(call.body)] : [],
		);
		expect(bodies).toHaveLength(2);
		expect(new Set(bodies).size).toBe(2);
	});

	test('is blocked where the list goes on behind what was read, before and after', () => {
		const code = codeOf(notes({query: [number('limit'), number('offset')]}), 'DELETE /notes/{noteId} delete');
		expect(code).toContain('raise AssertionError(f"setup: the list goes on beyond 20 pages (step: {step})")');
		expect(code.match(/"offset": len\(listed\)/g)).toHaveLength(1);
		expect(code).toMatch(/assert note\["id"\] in listed_notes\("setup"\), f"setup: the list lacks/);
		expect(code).toMatch(/assert note\["id"\] not in listed_notes\("look for it in the list"\)/);
	});

	test('may leave a record that says that it is over', () => {
		const state = {type: 'string', enum: ['active', 'expired']};
		const code = codeOf(
			notes({record: {status: {type: 'object', properties: {state}}}}),
			'DELETE /notes/{noteId} delete',
		);
		expect(code).toMatch(/status_code in \(404, 200\)/);
		expect(code).toMatch(
			/if gone\.ok:\n +(\w+) = gone\.json\(\)\["status"\]\["state"\]\n +assert \1 in \("expired",\)/,
		);
		expect(code).toContain('the deleted note is kept as');
		expect(code).not.toContain('listed');
	});

	test('may leave no record where no state says that it is over', () => {
		const code = codeOf(
			notes({record: {status: {type: 'string', enum: ['active', 'paused']}}}),
			'DELETE /notes/{noteId} delete',
		);
		expect(code).not.toContain('(404, 200)');
	});
});

test('an unusual text is accepted like a plain one before it, comes back and is read back', () => {
	const {steps} = recipeOf(notes({}), 'POST /notes texts');
	expect(steps.map(({role, call, asserts}) => [role, call.operation.method, asserts.map(({id}) => id)])).toEqual([
		['setup', 'POST', ['status']],
		['act', 'POST', ['status', 'no-server-error', 'no-trace', 'no-secret', 'echo:$.title']],
		['verify', 'GET', ['status', 'stored:$.title']],
		['act', 'POST', ['status', 'no-server-error', 'no-trace', 'no-secret', 'echo:$.title']],
		['verify', 'GET', ['status', 'stored:$.title']],
	]);
	const code = codeOf(notes({}), 'POST /notes texts');
	expect(code).toMatch(/Grüße.*🌍/);
	expect(code).not.toContain('.ok');
});

test('a record is read beside another one, so that an answer to the wrong id is told', () => {
	const {steps} = recipeOf(notes({}), 'GET /notes/{noteId} read');
	expect(steps.map(({role, call}) => `${role} ${call.operation.method}`)).toEqual([
		'setup POST',
		'setup POST',
		'act GET',
		'act GET',
	]);
	const [first, second] = steps.filter(({role}) => role === 'act');
	expect([first, second].map(one => JSON.stringify(one!.call.path))).toEqual([
		expect.stringContaining('"create"'),
		expect.stringContaining('"create_other"'),
	]);
	for (const one of [first, second]) expect(one!.asserts.map(({id}) => id)).toEqual(expect.arrayContaining(['stored']));
});

test('what is not to be set is accepted, and neither answered nor stored', () => {
	const {steps} = recipeOf(notes({}), 'POST /notes foreign-fields');
	expect(steps.map(({role, call, asserts}) => [role, call.operation.method, asserts.map(({id}) => id)])).toEqual([
		['setup', 'POST', ['status']],
		['act', 'POST', ['status', 'no-server-error', 'no-trace', 'no-secret', 'id-kept']],
		['verify', 'GET', ['status', 'id-kept']],
	]);
});

test('a text that is too short to be another one each time is no bound of what may be there once only', () => {
	const body = {
		required: ['title', 'words'],
		properties: {title: {type: 'string', minLength: 1, maxLength: 50}, words: text},
	};
	const document = notes({body});
	const conflicting = notes({body}, {});
	for (const one of conflicting.endpoints)
		if (one.method === 'POST') one.answers = [...one.answers, {...one.answers[0]!, status: '409', schema: null}];
	const namesOf = (of: typeof document) =>
		recipeOf(of, 'POST /notes bounds-accepted').steps.flatMap(({cases}) => cases.map(({name}) => name));
	expect(namesOf(document)).toEqual(['title of 1 character', 'title of 50 characters']);
	expect(namesOf(conflicting)).toEqual(['title of 50 characters']);
});

test('unusual texts are sent with nothing else that may be left out', () => {
	const body = {properties: {title: text, shade: {type: 'boolean'}, places: listOf(text)}};
	const {steps} = recipeOf(notes({body}), 'PATCH /notes/{noteId} texts');
	const sent = steps.find(({id}) => id === 'texts')!.call.body as {value: {fields: object}};
	expect(Object.keys(sent.value.fields)).toEqual(['title']);
});

test('a record that a body refers to is taken by the same call before another one is not found', () => {
	const user = {type: 'object', required: ['id'], properties: {id: text, name: text}};
	const id = {name: 'userId', in: 'path', required: true, schema: text};
	const users = {
		'/users': {
			post: {
				requestBody: {content: json({type: 'object', required: ['name'], properties: {name: text}})},
				responses: {201: answer(user)},
			},
		},
		'/users/{userId}': {
			parameters: [id],
			get: {responses: {200: answer(user)}},
			delete: {responses: {204: {description: ''}}},
		},
		'/notes/{noteId}/reader': {
			parameters: [{name: 'noteId', in: 'path', required: true, schema: text}],
			put: {
				requestBody: {
					required: true,
					content: json({type: 'object', required: ['userId'], properties: {userId: text}}),
				},
				responses: {200: answer({type: 'object', properties: {ok: {type: 'boolean'}}}), 404: {description: 'no'}},
			},
		},
	};
	const {steps} = recipeOf(notes({}, users), 'PUT /notes/{noteId}/reader unknown-id');
	expect(steps.map(({role, call}) => `${role} ${call.operation.method} ${call.operation.path}`)).toEqual([
		'setup POST /notes',
		'setup PUT /notes/{noteId}/reader',
		'act PUT /notes/{noteId}/reader',
	]);
});

describe('what only an application knows', () => {
	const permissions = listOf(text);

	test('is taken from a record that is there, where it has to be sent', () => {
		const body = {required: ['title', 'permissions'], properties: {title: text, permissions}};
		const [first, made] = recipeOf(notes({record: {permissions}, body}), 'DELETE /notes/{noteId} delete').steps;
		expect([first!.role, first!.call.operation.path]).toEqual(['setup', '/notes']);
		expect(JSON.stringify(made!.call.body)).toContain('"pointer":"$[0].permissions"');
	});

	test('is left out where it may be, and sent as the document shows it', () => {
		const left = recipeOf(
			notes({record: {permissions}, body: {properties: {title: text, permissions}}}),
			'POST /notes create',
		);
		expect(JSON.stringify(left.steps[0]!.call.body)).not.toContain('permissions');
		const shown = {...permissions, example: ['read']};
		const body = {required: ['title', 'permissions'], properties: {title: text, permissions: shown}};
		const [sent] = recipeOf(notes({record: {permissions}, body}), 'POST /notes create').steps;
		expect(JSON.stringify(sent!.call.body)).toContain('{"is":"literal","value":"read"}');
	});
});

test('a field that may be left out may be null only where its schema says so', () => {
	const record = {size: {type: 'integer'}, depth: {type: ['integer', 'null']}};
	const code = codeOf(notes({record}), 'GET /notes/{noteId} shape');
	expect(code).toMatch(/"size": int/);
	expect(code).toMatch(/"depth" not in note or type\(note\["depth"\]\) in \(int, type\(None\)\)/);
	expect(code).toMatch(/field not in note or type\(note\[field\]\) is kind/);
});

test('entries of lists are looked at, and a message says of which record', () => {
	const record = {labels: listOf(text)};
	const note = {type: 'object', required: ['id', 'labels'], properties: {id: text, title: text, ...record}};
	const code = codeOf(notes({record, list: listOf(note)}), 'GET /notes shape');
	expect(code).toMatch(/for label in \w+\["labels"\]:\n +assert type\(label\) is str, f"\{\w+\.get\('id'\)!r\}: /);
});

describe('a list with a cursor', () => {
	const query = [number('limit'), {name: 'after', in: 'query', schema: text}];
	const note = {type: 'object', required: ['id'], properties: {id: text, title: text}};

	test('goes on where its answer says', () => {
		const list = {type: 'object', properties: {data: listOf(note), last_id: text, has_more: {type: 'boolean'}}};
		expect(codeOf(notes({query, list}), 'GET /notes list')).toContain(
			'cursor = part.get("has_more") is not False and part.get("last_id")',
		);
	});

	test('goes on to the next number until its answer names no next page', () => {
		const numbered = [{name: 'page', in: 'query', schema: {type: 'integer'}}];
		const next = {...text, format: 'uri', nullable: true};
		const list = {type: 'object', properties: {count: {type: 'integer'}, next, results: listOf(note)}};
		const code = codeOf(notes({query: numbered, list}), 'GET /notes list');
		expect(code).toContain('params={"page": page}');
		expect(code).toMatch(
			/for page in range\(1, 21\):[\s\S]+if note\["id"\] in listed or not part\.get\("next"\):\n +break/,
		);
		const laravel = {type: 'object', properties: {data: listOf(note), links: {type: 'object', properties: {next}}}};
		expect(codeOf(notes({query: numbered, list: laravel}), 'GET /notes list')).toContain(
			'not (part.get("links") or {}).get("next")',
		);
	});

	test('is read once where nothing in its answer says how it goes on', () => {
		expect(codeOf(notes({query}), 'GET /notes list')).not.toContain('cursor');
	});
});

test('the one refusal that a document speaks of is one', () => {
	const document = notes({
		read: {get: {responses: {200: answer({type: 'object', properties: {id: text}}), 422: {description: 'no'}}}},
	});
	const {steps} = recipeOf(document, 'GET /notes/{noteId} unknown-id');
	expect(steps.at(-1)!.asserts[0]!.check).toEqual({type: 'status', oneOf: [404, 403, 410, 422]});
});

test('nobody is forbidden what is open to all', () => {
	const statuses = (document: ReturnType<typeof notes>) =>
		['unknown-id', 'malformed-id'].map(
			template =>
				recipeOf(document, `GET /notes/{noteId} ${template}`)
					.steps.at(-1)!
					.asserts.find(({id}) => id === 'status')!.check,
		);
	const read = {get: {responses: {200: answer({type: 'object', properties: {id: text}})}}};
	const open = {get: {...read.get, security: []}};
	expect(JSON.stringify(statuses(notes({read})))).toContain('403');
	expect(JSON.stringify(statuses(notes({read: open})))).not.toContain('403');
});

describe('a secret', () => {
	const document = notes({
		record: {password: text},
		body: {required: ['title', 'password'], properties: {title: text, password: text}},
	});
	const secretsOf = (key: string) =>
		recipeOf(document, key)
			.steps.filter(({role}) => role === 'act')
			.flatMap(({asserts}) => asserts.flatMap(({check}) => (check.type === 'noSecret' ? [check.allowed] : [])));

	test('that the document promises is none in a success', () => {
		expect(secretsOf('POST /notes create')).toEqual([['password']]);
	});

	test('that was sent may come back in the words of a refusal, another one may not', () => {
		expect(secretsOf('POST /notes invalid-body')).toEqual([['password']]);
		expect(secretsOf('GET /notes/{noteId} unknown-id')).toEqual([[]]);
	});

	test('and a trace are looked for by the function of the runtime', () => {
		const code = codeOf(document, 'GET /notes/{noteId} unknown-id');
		expect(code).toContain('assert not leaks(response), f"the answer shows {leaks(response)}"');
		expect(code).not.toContain('re.compile');
	});
});

test('which caller was shown too much is said', () => {
	const secured = {get: {security: [{key: []}], responses: {200: answer({type: 'object', properties: {id: text}})}}};
	const code = codeOf(notes({read: secured}), 'GET /notes/{noteId} auth-required');
	expect(code).toContain('CALLERS = [(None, "without a credential"), (WRONG_HEADERS, "with a wrong credential")]');
	expect(code).toContain('{why}: the answer shows');
});

describe('an id that names nothing', () => {
	const of = (named: object, template = 'unknown-id') => codeOf(notes({named}), `GET /notes/{noteId} ${template}`);

	test.each([
		[text, /unknown_note_id = f"unknown-\{RUN_TAG\}"/],
		[{...text, format: 'uuid'}, /unknown_note_id = f"\{RUN_TAG\}-[\da-f]{4}-4[\da-f]{3}-9[\da-f]{3}-[\da-f]{12}"/],
		[{type: 'integer'}, /\/notes\/214747\d{4}"/],
		[{...text, maxLength: 10}, /unknown_note_id = f"\{RUN_TAG\}"/],
		[{...text, minLength: 20}, /unknown_note_id = f"xxxxunknown-\{RUN_TAG\}"/],
		[{...text, pattern: '^[a-f0-9]{8}$'}, /unknown_note_id = f"\{RUN_TAG\}"/],
		[{...text, example: 'note_1'}, /\/notes\/note_9\d{8}"/],
	])('of %j is none that an API gives soon, or differs from run to run', (schema, expected) => {
		expect(of(schema)).toMatch(expected);
	});

	test('is judged by its own answer, not by the one behind a redirect', () => {
		const code = of(text, 'malformed-id');
		expect(code).toContain('allow_redirects=False');
		expect(code).toContain(`got = f"redirected to {response.headers['Location']}"`);
	});
});

test('a change or a DELETE looks for no way around to a record that others use', () => {
	const large = Object.fromEntries(Array.from({length: 8}, (_, place) => [`remark${place}`, text]));
	const body = {required: ['title', ...Object.keys(large)], properties: {title: text, ...large}};
	const document = notes({record: large, body});
	for (const method of ['PATCH', 'DELETE']) {
		const {steps, consumes} = recipeOf(document, `${method} /notes/{noteId} malformed-id`);
		const cases = JSON.stringify(steps.find(one => one.cases.length > 0)!.cases);
		for (const name of consumes) expect(cases).not.toContain(name);
	}
});

test('a record that its maker has named is answered by that name before it is deleted by it', () => {
	const user = {type: 'object', required: ['username'], properties: {username: text}};
	const id = {name: 'username', in: 'path', required: true, schema: text};
	const document = documentOf({
		'/users': {post: {requestBody: {required: true, content: json(user)}, responses: {200: answer(user)}}},
		'/users/{username}': {
			parameters: [id],
			get: {responses: {200: answer(user), 404: {description: 'no'}}},
			delete: {responses: {204: {description: 'gone'}, 404: {description: 'no'}}},
		},
	});
	const code = codeOf(document as ReturnType<typeof notes>, 'DELETE /users/{username} delete-twice');
	const said = code.indexOf('setup: made as ');
	expect(said).toBeGreaterThan(0);
	expect(code.indexOf('"DELETE", path')).toBeGreaterThan(said);
});

test('a query that is refused differs from one that is accepted in its value alone', () => {
	const query = [
		{name: 'page', in: 'query', schema: {type: 'integer', minimum: 1}},
		{name: 'pageSize', in: 'query', schema: {type: 'integer', minimum: 1, maximum: 100}},
		{name: 'offset', in: 'query', schema: {type: 'integer'}},
		{name: 'order', in: 'query', schema: {type: 'string', enum: ['up', 'down']}},
		{name: 'author', in: 'query', schema: {type: 'integer'}},
	];
	const [control, invalid] = recipeOf(notes({query}), 'GET /notes invalid-query').steps;
	const value = (one: unknown) => ({is: 'literal', value: one});
	// Of `author` nothing is known, and two beginnings contradict each other.
	expect(control!.call.query).toEqual({page: value(1), pageSize: value(100), order: value('up')});
	expect(invalid!.call.query).toEqual({});
});

test('a whole record inside another one is not compared: other tests change it meanwhile', () => {
	const record = {checksum: text, owner: {type: 'object', properties: {id: text, name: text}}};
	const {steps} = recipeOf(notes({record}), 'PATCH /notes/{noteId} update');
	const excepts = steps.flatMap(({asserts}) =>
		asserts.flatMap(({check}) => (check.type === 'sameAs' ? [check.except] : [])),
	);
	expect(excepts[0]).toContain('owner');
	expect(excepts[0]).not.toContain('checksum');
});

test('moments, days and ids are compared by their form, those of a form in one loop', () => {
	const formed = (format: string) => ({...text, format});
	const record = {
		type: 'object',
		required: ['id', 'from', 'until'],
		properties: {id: formed('uuid'), from: formed('date'), until: formed('date'), owner: formed('uuid')},
	};
	const code = codeOf(notes({read: {get: {responses: {200: answer(record)}}}}), 'GET /notes/{noteId} shape');
	expect(code).toMatch(/for field in \("from", "until"\):\n +assert DATE\.fullmatch\(/);
	expect(code).toMatch(/assert UUID\.fullmatch\(\w+\["id"\]\)/);
	expect(code).toMatch(/"owner" not in \w+ or UUID\.fullmatch/);
});

test('a docstring names statuses as a sentence does, and no answer to another question', () => {
	const refused = Object.fromEntries([400, 404, 410].map(status => [status, {description: 'no'}]));
	const get = {
		responses: {200: answer({type: 'object', properties: {id: text}}), 304: {description: 'same'}, ...refused},
	};
	const document = notes({read: {get}});
	expect(recipeOf(document, 'GET /notes/{noteId} read').why).toContain('The document promises 200.');
	expect(recipeOf(document, 'GET /notes/{noteId} unknown-id').why).toContain('The document promises 404 or 410.');
});

test('what a command answers is called after no record', () => {
	const id = {name: 'noteId', in: 'path', required: true, schema: text};
	const note = {type: 'object', required: ['id'], properties: {id: text, title: text}};
	const archive = {parameters: [id], post: {summary: 'Archive a note', responses: {200: answer(note)}}};
	const code = codeOf(notes({}, {'/notes/{noteId}/archive': archive}), 'POST /notes/{noteId}/archive action');
	expect(code).toContain('answer = response.json()');
	expect(code).not.toContain('archive = ');
});
