// Calls that do something to what was there before: nothing of it may be deleted.
import {listed} from './fates.mjs';
import {expect} from './pen.mjs';

const notFound = [404, {error: 'not found'}];

/** The call may be shown as one that makes nothing, or its record as one that may have existed. */
const doubtful = listed('may_have_existed', 'no_delete_endpoint', 'call');

/** Removes the record of some collection that the path names. */
const removes = (collection, keyOf) => context => {
	const found = context.ledger.find(collection, keyOf(context));
	if (!found) return notFound;
	context.ledger.remove(found, context.request);
	return [204];
};

const seeded = (collection, keys) => ({
	seed: ({put}) => keys.forEach(key => void put(collection, key, {name: `${collection} ${key}`})),
});

/** Something set on a record that exists, and taken back by DELETE on the same path. */
function toggleShape({name, owners, path, method, status, answer, markOf}) {
	const [, collection] = path.split('/');
	const keyOf = ({params}) => Object.values(params).join(' ');
	return {
		name,
		seed({put}) {
			for (const owner of owners) put(collection, owner, {name: `${collection} ${owner}`});
			// On the first one it is set already.
			put(name, markOf ? `${owners[0]} news` : owners[0]);
		},
		routes: [
			{
				route: `GET /${collection}/{id}`,
				answers: {200: {id: 1}},
				handle: ({params, ledger}) => (ledger.find(collection, params.id) ? [200, {id: params.id}] : notFound),
			},
			{
				route: `DELETE /${collection}/{id}`,
				answers: {204: null},
				handle: removes(collection, ({params}) => params.id),
			},
			{
				route: `${method} ${path}`,
				answers: {[status]: null},
				handle: context => {
					const key = keyOf(context);
					if (!context.ledger.find(name, key))
						context.make({collection: name, key, handles: Object.values(context.params)});
					return [status, answer?.(context)];
				},
			},
			{route: `DELETE ${path}`, answers: {204: null}, handle: removes(name, keyOf)},
		],
		fateOf: () => doubtful,
		write(pen) {
			for (let number = pen.pick([1, 2]); number > 0; number--) {
				const owner = pen.pick(owners);
				const last = markOf ? pen.pick(['news', pen.mark()]) : '';
				const at = path.replace(/\{id\}/, owner).replace(/\{\w+\}/, last);
				pen.test({name: `Sets one of ${name}`}, send => [
					...(pen.chance(0.4) ? [`owner = ${send('GET', `/${collection}/${owner}`)}`, expect('owner', 200)] : []),
					`done = ${send(method, at)}`,
					expect('done', status),
					...(pen.chance(0.3) ? [`again = ${send(method, at)}`, expect('again', status)] : []),
				]);
			}
		},
	};
}

export const existingShapes = [
	toggleShape({
		name: 'tags',
		owners: [501, 502],
		path: '/articles/{id}/tags/{tag}',
		method: 'PUT',
		status: 200,
		answer: ({params}) => ({tags: [params.tag]}),
		markOf: true,
	}),
	toggleShape({name: 'stars', owners: [601, 602], path: '/repos/{id}/star', method: 'PUT', status: 204}),
	toggleShape({
		name: 'subscriptions',
		owners: ['general', 'random'],
		path: '/channels/{id}/subscription',
		method: 'POST',
		status: 200,
		answer: ({params}) => ({channel: params.id, subscribed: true}),
	}),
	toggleShape({
		name: 'favorites',
		owners: ['how-to', 'welcome'],
		path: '/stories/{id}/favorite',
		method: 'POST',
		status: 200,
		answer: ({params}) => ({story: {slug: params.id, favorited: true}}),
	}),
	{
		name: 'list members',
		seed({put}) {
			for (const user of ['ada', 'grace', 'edsger']) put('people', user);
			for (const user of ['ada', 'grace']) put('list members', `staff ${user}`);
		},
		routes: [
			{
				route: 'POST /lists/{list}/members',
				body: {user: 'text'},
				answers: {200: {members: ['text']}},
				handle: ({params, body, ledger, make}) => {
					const key = `${params.list} ${body.user}`;
					if (!ledger.find('list members', key))
						make({collection: 'list members', key, handles: [params.list, body.user]});
					return [200, {members: ledger.list('list members').map(record => record.key.split(' ')[1])}];
				},
			},
			{
				route: 'DELETE /lists/{list}/members/{user}',
				answers: {204: null},
				handle: removes('list members', ({params}) => `${params.list} ${params.user}`),
			},
			{route: 'DELETE /people/{user}', answers: {204: null}, handle: removes('people', ({params}) => params.user)},
		],
		fateOf: () => doubtful,
		write: pen =>
			pen.test({name: 'Adds a member to a list'}, send => [
				`done = ${send('POST', '/lists/staff/members', `json={"user": "${pen.pick(['ada', 'grace', 'edsger'])}"}`)}`,
				expect('done', 200),
			]),
	},
	{
		// A membership answers with the user, who was there before and has a DELETE of their own.
		name: 'memberships',
		...seeded('users', [71, 72, 73]),
		routes: [
			{
				route: 'GET /users',
				answers: {200: [{id: 1, email: 'text'}]},
				handle: ({ledger}) => [200, ledger.list('users').map(({key}) => ({id: Number(key)}))],
			},
			{
				route: 'POST /groups/{groupId}/users',
				body: {userId: 1},
				answers: {201: {userId: 1, groupId: 1, role: 'text'}},
				handle: ({params, body, make}) => {
					make({
						collection: 'memberships',
						key: `${params.groupId} ${body.userId}`,
						handles: [params.groupId, body.userId],
					});
					return [201, {userId: body.userId, groupId: Number(params.groupId), role: 'member'}];
				},
			},
			{route: 'DELETE /users/{userId}', answers: {204: null}, handle: removes('users', ({params}) => params.userId)},
			{
				route: 'POST /sign-in',
				body: {name: 'text', password: 'text'},
				answers: {200: {token: 'text', user: {id: 1}}},
				handle: () => [200, {token: 'a-token-of-the-trial', user: {id: 71, name: 'users 71'}}],
			},
			{
				route: 'POST /users/search',
				body: {name: 'text'},
				answers: {200: {results: [{id: 1}]}},
				handle: () => [200, {results: [{id: 72, name: 'users 72'}]}],
			},
			{
				route: 'POST /users/{userId}/activate',
				answers: {200: {id: 1, active: true}},
				handle: ({params}) => [200, {id: Number(params.userId), active: true}],
			},
		],
		fateOf: () => listed('no_delete_endpoint', 'handle_missing', 'may_have_existed', 'call'),
		write(pen) {
			if (pen.chance(0.6))
				pen.test({name: 'Signs in'}, send => [
					`answer = ${send('POST', '/sign-in', 'json={"name": "users 71", "password": "a trial"}')}`,
					expect('answer', 200),
				]);
			if (pen.chance(0.6))
				pen.test({name: 'Searches for users'}, send => [
					`answer = ${send('POST', '/users/search', 'json={"name": "users"}')}`,
					expect('answer', 200),
				]);
			if (pen.chance(0.5))
				pen.test({name: 'Activates a user'}, send => [
					`answer = ${send('POST', '/users/73/activate')}`,
					expect('answer', 200),
				]);
			pen.test({name: 'Puts a user into a group'}, send => [
				`answer = ${send('POST', `/groups/${pen.pick([3, 4])}/users`, `json={"userId": ${pen.pick([71, 72, 73])}}`)}`,
				expect('answer', 201),
			]);
		},
	},
	{
		// "Location" leads to another origin, or back to the parent of the request.
		name: 'mirrors',
		...seeded('mirrors', [9, 10]),
		routes: [
			{
				route: 'POST /mirrors',
				body: {of: 'text'},
				answers: {201: null},
				handle: () => [201, undefined, {location: 'https://elsewhere.example/mirrors/9'}],
			},
			{
				route: 'POST /mirrors/{id}/refresh',
				answers: {200: null},
				handle: ({params}) => [200, undefined, {location: `/mirrors/${params.id}`}],
			},
			{
				route: 'POST /mirrors/{id}/sync-jobs',
				answers: {201: null},
				handle: ({params}) => [201, undefined, {location: `/mirrors/${params.id}`}],
			},
			{route: 'DELETE /mirrors/{id}', answers: {204: null}, handle: removes('mirrors', ({params}) => params.id)},
		],
		fateOf: () => doubtful,
		write(pen) {
			for (const path of ['/mirrors', `/mirrors/${pen.pick([9, 10])}/refresh`, '/mirrors/10/sync-jobs'])
				if (pen.chance(0.7))
					pen.test({name: 'Mirrors something'}, send => [
						`done = ${send('POST', path, 'json={"of": "a trial"}')}`,
						expect('done', 200, 201),
					]);
		},
	},
];
