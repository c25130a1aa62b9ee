// Records that their maker names: what is new has to be shown.
import {deleted, either, ifKnown, isKnown, listed} from './fates.mjs';
import {expect} from './pen.mjs';

const canaries = ['main', 'primary', 'shared'];
const unproven = listed('may_have_existed');
/** Without a DELETE nothing tells a PUT that made something from one that changed something. */
const noWay = listed('may_have_existed', 'no_delete_endpoint', 'call');

/**
 * `PUT` on a chosen name.
 *
 * @param created status of a PUT that made something; `replaced`: of one that found it
 * @param bodyOf answer of a PUT
 * @param proof whether a first PUT proves by itself that its record is new
 */
function chosenShape({name, path, created, replaced, bodyOf = () => undefined, isProof}) {
	const item = `${path}/{name}`;
	const fateOf = (suite, proven) => (proven ? ifKnown(name, suite) : isKnown(name, suite) ? unproven : noWay);
	return {
		name,
		seed: ({put}) => canaries.forEach(key => void put(name, key, {note: 'there before'})),
		colleague: ({put, ledger}) => void put(name, `theirs-${ledger.nextNumber()}`),
		routes: [
			{
				route: `PUT ${item}`,
				body: {note: 'text'},
				answers: {[created]: null, [replaced]: null},
				handle: ({params, body, ledger, make}) => {
					const found = ledger.find(name, params.name);
					if (found) return [replaced, bodyOf(found, false)];
					return [created, bodyOf(make({collection: name, key: params.name, value: {note: body.note}}), true)];
				},
			},
			{
				route: `GET ${item}`,
				answers: {200: {name: 'text', note: 'text'}},
				handle: ({params, ledger}) => {
					const found = ledger.find(name, params.name);
					return found ? [200, {name: found.key, ...found.value}] : [404, {error: 'not found'}];
				},
			},
			{
				route: `DELETE ${item}`,
				answers: {204: null},
				handle: ({params, ledger, request}) => {
					const found = ledger.find(name, params.name);
					if (!found) return [404, {error: 'not found'}];
					ledger.remove(found, request);
					return [204];
				},
			},
		],
		fateOf: suite => fateOf(suite, isProof),
		write(pen) {
			const put = (send, more = []) => [
				...more,
				`stored = ${send('PUT', `${path}/{name}`, 'json={"note": "a trial"}')}`,
				expect('stored', created, replaced),
			];
			const looks = send => [`before = ${send('GET', `${path}/{name}`)}`, expect('before', 404)];
			if (pen.chance(0.6)) {
				const fate = suite => fateOf(suite, true);
				pen.test({name: `Looks, then puts ${name}`}, send => [
					`name = ${pen.named(pen.mark(fate))}`,
					put(send, looks(send)),
				]);
			}
			pen.test({name: `Puts ${name}`}, send => [
				`name = ${pen.named(pen.mark(), {isFixed: pen.chance(0.5)})}`,
				put(send),
				...(pen.chance(0.5) ? [put(send)] : []),
				...(pen.chance(0.5) ? [`found = ${send('GET', `${path}/{name}`)}`, expect('found', 200)] : []),
			]);
			// What was there before is put again, too.
			pen.test({name: `Puts ${name} that exist`}, send => [
				`name = "${pen.pick(canaries)}"`,
				...(pen.chance(0.4) ? [`before = ${send('GET', `${path}/{name}`)}`, expect('before', 200)] : []),
				put(send),
			]);
			if (!pen.chance(0.3)) return;
			pen.shown.add(name);
			pen.test({name: `Puts and deletes ${name}`}, send => [
				`name = ${pen.named(pen.mark())}`,
				put(send),
				`removed = ${send('DELETE', `${path}/{name}`)}`,
				expect('removed', 204),
			]);
		},
	};
}

/** What `PUT /packages/{name}` and `POST /stock` keep, with proof by a read before. */
function readFirst(pen, name, lines) {
	const looks = pen.chance(0.6);
	const fate = looks ? undefined : either('may_have_existed', 'no_delete_endpoint', 'handle_missing');
	pen.test({name}, send => lines(send, looks, pen.mark(fate)));
}

export const chosenShapes = [
	chosenShape({
		name: 'buckets',
		path: '/buckets',
		created: 201,
		replaced: 200,
		bodyOf: (record, isNew) => ({
			name: record.key,
			created_at: isNew ? new Date().toISOString() : '2021-03-04T05:06:07.000Z',
		}),
		isProof: true,
	}),
	chosenShape({name: 'settings', path: '/settings', created: 204, replaced: 204, isProof: false}),
	chosenShape({
		name: 'profiles',
		path: '/v2/profiles',
		created: 201,
		replaced: 200,
		bodyOf: record => ({name: record.key, note: 'a trial'}),
		isProof: false,
	}),
	chosenShape({
		name: 'flags',
		path: '/flags',
		created: 200,
		replaced: 200,
		bodyOf: record => ({name: record.key, ok: true}),
		isProof: false,
	}),
	{
		name: 'packages',
		seed: ({put}) => canaries.forEach(key => void put('packages', key, {rev: '1-abc'})),
		routes: [
			{
				route: 'PUT /packages/{name}',
				body: {note: 'text'},
				answers: {201: {ok: true, id: 'text', rev: 'text'}},
				handle: ({params, ledger, make}) => {
					if (ledger.find('packages', params.name)) return [409, {error: 'conflict'}];
					const rev = `1-${ledger.nextNumber()}`;
					make({collection: 'packages', key: params.name, value: {rev}});
					return [201, {ok: true, id: params.name, rev}];
				},
			},
			{
				route: 'GET /packages/{name}',
				answers: {200: {_id: 'text', _rev: 'text'}},
				handle: ({params, ledger}) => {
					const found = ledger.find('packages', params.name);
					return found ? [200, {_id: found.key, _rev: found.value.rev}] : [404, {error: 'not found'}];
				},
			},
			{
				route: 'DELETE /packages/{name}/-/rev/{rev}',
				answers: {200: {ok: true}},
				handle: ({params, ledger, request}) => {
					const found = ledger.find('packages', params.name);
					if (!found) return [404, {error: 'not found'}];
					if (found.value.rev !== params.rev) return [409, {error: 'conflict'}];
					ledger.remove(found, request);
					return [200, {ok: true}];
				},
			},
		],
		fateOf: suite => ifKnown('packages', suite, isKnown('packages', suite) ? deleted : unproven),
		write: pen =>
			readFirst(pen, 'Publishes a package', (send, looks, mark) => [
				`name = ${pen.named(mark)}`,
				...(looks ? [`before = ${send('GET', '/packages/{name}')}`, expect('before', 404)] : []),
				`stored = ${send('PUT', '/packages/{name}', 'json={"note": "a trial"}')}`,
				expect('stored', 201),
				`found = ${send('GET', '/packages/{name}')}`,
				expect('found', 200),
			]),
	},
	{
		name: 'stock',
		seed: ({put}) => canaries.forEach(key => void put('stock', `north ${key}`)),
		routes: [
			{
				route: 'POST /stock',
				body: {warehouse: 'text', sku: 'text', amount: 1},
				answers: {201: {warehouse: 'text', sku: 'text', amount: 1}},
				handle: ({body, ledger, make}) => {
					const key = `${body.warehouse} ${body.sku}`;
					if (ledger.find('stock', key)) return [200, body];
					make({collection: 'stock', key, value: {warehouse: body.warehouse, sku: body.sku}});
					return [201, body];
				},
			},
			{
				route: 'GET /stock/{warehouse}/{sku}',
				answers: {200: {amount: 1}},
				handle: ({params, ledger}) =>
					ledger.find('stock', `${params.warehouse} ${params.sku}`) ? [200, {amount: 1}] : [404, {error: 'not found'}],
			},
			{
				route: 'DELETE /stock/{warehouse}/{sku}',
				answers: {204: null},
				handle: ({params, ledger, request}) => {
					const found = ledger.find('stock', `${params.warehouse} ${params.sku}`);
					if (!found) return [404, {error: 'not found'}];
					ledger.remove(found, request);
					return [204];
				},
			},
		],
		fateOf: suite => ifKnown('stock', suite),
		write(pen) {
			readFirst(pen, 'Puts something into stock', (send, looks, mark) => [
				`sku = ${pen.named(mark)}`,
				...(looks ? [`before = ${send('GET', '/stock/north/{sku}')}`, expect('before', 404)] : []),
				`stored = ${send('POST', '/stock', 'json={"warehouse": "north", "sku": sku, "amount": 3}')}`,
				expect('stored', 201),
			]);
			pen.test({name: 'Puts something into stock that is there'}, send => [
				`stored = ${send('POST', '/stock', `json={"warehouse": "north", "sku": "${pen.pick(canaries)}", "amount": 1}`)}`,
				expect('stored', 200),
			]);
		},
	},
];
