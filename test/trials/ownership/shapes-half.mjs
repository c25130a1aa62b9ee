// Calls of which some make a record and others only show one that was there before.
import {randomBytes} from 'node:crypto';
import {deleted, either, ifKnown, isKnown, listed} from './fates.mjs';
import {expect} from './pen.mjs';

const notFound = [404, {error: 'not found'}];

/** Routes that every one of these has: read and DELETE below a collection. */
const memberRoutes = (collection, path) => [
	{
		route: `GET ${path}`,
		answers: {200: [{id: 1, name: 'text'}]},
		handle: ({ledger}) => [200, ledger.list(collection).map(({key, value}) => ({id: Number(key), ...value}))],
	},
	{
		route: `GET ${path}/{id}`,
		answers: {200: {id: 1, name: 'text'}},
		handle: ({ledger, params}) => {
			const found = ledger.find(collection, params.id);
			return found ? [200, {id: Number(found.key), ...found.value}] : notFound;
		},
	},
	{
		route: `DELETE ${path}/{id}`,
		answers: {204: null},
		handle: ({ledger, params, request}) => {
			const found = ledger.find(collection, params.id);
			if (!found) return notFound;
			ledger.remove(found, request);
			return [204];
		},
	},
];

const long = '2020-01-02T03:04:05.000Z';

export const halfShapes = [
	{
		// A second POST of the same address answers the record that is there, 200 instead of 201.
		name: 'subscribers',
		seed: ({put}) =>
			['ada', 'grace'].forEach(
				(who, place) => void put('subscribers', 41 + place, {email: `${who}@example.com`, createdAt: long}),
			),
		routes: [
			{
				route: 'POST /subscribers',
				body: {email: 'text'},
				answers: {200: {id: 1, email: 'text', createdAt: 'text'}, 201: {id: 1, email: 'text', createdAt: 'text'}},
				handle: ({body, ledger, make}) => {
					const found = ledger.list('subscribers').find(({value}) => value.email === body.email);
					if (found) return [200, {id: Number(found.key), ...found.value}];
					const value = {email: body.email, createdAt: new Date().toISOString()};
					return [201, {id: Number(make({collection: 'subscribers', key: ledger.nextNumber(), value}).key), ...value}];
				},
			},
			...memberRoutes('subscribers', '/subscribers'),
		],
		fateOf: suite => ifKnown('subscribers', suite),
		write(pen) {
			const post = (send, email) => [
				`email = ${email}`,
				`created = ${send('POST', '/subscribers', 'json={"email": email}')}`,
				expect('created', 200, 201),
			];
			pen.test({name: 'Subscribes somebody new'}, send => [
				post(send, pen.named(pen.mark()).replace(/"$/, '@example.com"')),
				...(pen.chance(0.5)
					? [`again = ${send('POST', '/subscribers', 'json={"email": email}')}`, expect('again', 200)]
					: []),
			]);
			pen.test({name: 'Subscribes somebody again'}, send => post(send, `"${pen.pick(['ada', 'grace'])}@example.com"`));
		},
	},
	{
		// Answers 200 whether it has made a topic or found the one that has the name.
		name: 'topics',
		seed: ({put}) => ['general', 'random'].forEach((name, place) => void put('topics', 81 + place, {name})),
		routes: [
			{
				route: 'POST /topics',
				body: {name: 'text'},
				answers: {200: {id: 1, name: 'text'}},
				handle: ({body, ledger, make}) => {
					const found = ledger.list('topics').find(({value}) => value.name === body.name);
					const {key, value} =
						found ?? make({collection: 'topics', key: ledger.nextNumber(), value: {name: body.name}});
					return [200, {id: Number(key), ...value}];
				},
			},
			...memberRoutes('topics', '/topics'),
		],
		fateOf: suite => ifKnown('topics', suite),
		write(pen) {
			const post = (send, name) => [
				`name = ${name}`,
				`found = ${send('POST', '/topics', 'json={"name": name}')}`,
				expect('found', 200),
			];
			pen.test({name: 'Opens a topic'}, send => post(send, pen.named(pen.mark())));
			pen.test({name: 'Opens a topic that is there'}, send => post(send, `"${pen.pick(['general', 'random'])}"`));
		},
	},
	{
		name: 'boards',
		seed: ({put}) => [21, 22].forEach(key => void put('boards', key, {name: `board ${key}`})),
		colleague: ({put, ledger}) => void put('boards', ledger.nextNumber(), {name: 'theirs'}),
		routes: [
			{
				route: 'POST /boards/{id}/clone',
				answers: {201: {id: 1, name: 'text', clonedFrom: 1}},
				handle: ({params, ledger, make}) => {
					const found = ledger.find('boards', params.id);
					if (!found) return notFound;
					const {key} = make({collection: 'boards', key: ledger.nextNumber(), value: {name: found.value.name}});
					return [201, {id: Number(key), name: found.value.name, clonedFrom: Number(params.id)}];
				},
			},
			...memberRoutes('boards', '/boards'),
		],
		fateOf: suite => ifKnown('boards', suite),
		write: pen =>
			pen.test({name: 'Clones a board'}, send => [
				...(pen.chance(0.5) ? [`board = ${send('GET', '/boards/21')}`, expect('board', 200)] : []),
				`created = ${send('POST', '/boards/21/clone')}`,
				expect('created', 201),
				'assert created.json()["id"] != 21',
			]),
	},
	{
		name: 'guests',
		seed: ({put}) => [31, 32].forEach(key => void put('guests', key, {name: `guest-${key}@example.com`})),
		colleague: ({put, ledger}) => void put('guests', ledger.nextNumber(), {name: 'theirs@example.com'}),
		routes: [
			{
				route: 'POST /guests/invite',
				body: {name: 'text'},
				answers: {204: null},
				handle: ({body, ledger, make}) => {
					const isThere = ledger.list('guests').some(({value}) => value.name === body.name);
					if (!isThere) make({collection: 'guests', key: ledger.nextNumber(), value: {name: body.name}});
					return [204];
				},
			},
			...memberRoutes('guests', '/guests'),
		],
		// Without a DELETE nothing tells an invitation from an action.
		fateOf: suite => (isKnown('guests', suite) ? deleted : listed('no_delete_endpoint', 'handle_missing', 'call')),
		write(pen) {
			const looks = pen.chance(0.6);
			const fate = looks ? undefined : either('handle_missing', 'may_have_existed', 'call');
			pen.test({name: 'Invites a guest'}, send => [
				`name = ${pen.named(pen.mark(fate)).replace(/"$/, '@example.com"')}`,
				...(looks ? [`before = ${send('GET', '/guests')}`, expect('before', 200)] : []),
				`done = ${send('POST', '/guests/invite', 'json={"name": name}')}`,
				expect('done', 204),
				...(looks ? [`after = ${send('GET', '/guests')}`, expect('after', 200)] : []),
			]);
			pen.test({name: 'Invites a guest again'}, send => [
				`done = ${send('POST', '/guests/invite', 'json={"name": "guest-31@example.com"}')}`,
				expect('done', 204),
				`after = ${send('GET', '/guests')}`,
				expect('after', 200),
			]);
		},
	},
	{
		// Errors, too, are answered 200, with a code inside.
		name: 'legacy orders',
		seed: ({put}) => [51, 52].forEach(key => void put('legacy orders', key, {name: 'old'})),
		routes: [
			{
				route: 'POST /legacy/orders',
				body: {name: 'text'},
				answers: {200: {code: 0, message: 'text', data: {id: 1}}},
				handle: ({body, ledger, make}) => {
					if (!body.name) return [200, {code: 4001, message: 'name is missing', data: {id: 51}}];
					const {key} = make({collection: 'legacy orders', key: ledger.nextNumber(), value: {name: body.name}});
					return [200, {code: 0, message: 'ok', data: {id: Number(key)}}];
				},
			},
			...memberRoutes('legacy orders', '/legacy/orders'),
		],
		fateOf: suite => ifKnown('legacy orders', suite),
		write(pen) {
			pen.test({name: 'Makes a legacy order'}, send => [
				`answer = ${send('POST', '/legacy/orders', `json={"name": ${pen.named(pen.mark())}}`)}`,
				expect('answer', 200),
				'assert answer.json()["code"] == 0, answer.text',
			]);
			pen.test({name: 'Makes a legacy order without a name'}, send => [
				`answer = ${send('POST', '/legacy/orders', 'json={}')}`,
				expect('answer', 200),
				'assert answer.json()["code"] == 4001, answer.text',
			]);
		},
	},
	{
		// A login that answers by cookie and names the header of its CSRF token.
		name: 'desk notes',
		seed: ({put}) => [61, 62].forEach(key => void put('desk notes', key, {name: 'old'})),
		routes: [
			{
				route: 'POST /desk/login',
				body: {user: 'text', password: 'text'},
				answers: {200: {ok: true}},
				handle: () => {
					const session = randomBytes(12).toString('hex');
					const headers = {'set-cookie': `desk=${session}; Path=/; HttpOnly`, 'x-csrf-token': `csrf-${session}`};
					return [200, {ok: true}, headers];
				},
			},
			...[
				{
					route: 'POST /desk/notes',
					body: {name: 'text'},
					answers: {201: {id: 1, name: 'text'}},
					handle: ({body, ledger, make}) => {
						const {key} = make({collection: 'desk notes', key: ledger.nextNumber(), value: {name: body.name}});
						return [201, {id: Number(key), name: body.name}];
					},
				},
				...memberRoutes('desk notes', '/desk/notes'),
			].map(route => ({
				...route,
				handle: context => {
					const session = /desk=(\w+)/.exec(context.headers.cookie ?? '')?.[1];
					if (!session) return [401, {error: 'log in first'}];
					const isSafe = context.method === 'GET' || context.headers['x-csrf-token'] === `csrf-${session}`;
					return isSafe ? route.handle(context) : [403, {error: 'CSRF token is missing'}];
				},
			})),
		],
		// Only who has logged in may delete; what cannot carry the cookie must not be sent.
		fateOf: suite => ifKnown('desk notes', suite, deleted),
		write: pen =>
			pen.test({name: 'Writes a note at the desk'}, () => [
				'desk = requests.Session()',
				'login = desk.post(f"{BASE_URL}/desk/login", json={"user": "ada", "password": "a trial"}, timeout=30)',
				expect('login', 200),
				'desk.headers["X-CSRF-Token"] = login.headers["X-CSRF-Token"]',
				`created = desk.post(f"{BASE_URL}/desk/notes", json={"name": ${pen.named(pen.mark())}}, timeout=30)`,
				expect('created', 201),
			]),
	},
];
