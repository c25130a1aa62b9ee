// Records whose DELETE is out of the ordinary.
import {randomBytes} from 'node:crypto';
import {setTimeout as sleep} from 'node:timers/promises';
import {either, listed} from './fates.mjs';
import {expect} from './pen.mjs';
import {recordShape} from './record-shape.mjs';

const number = ledger => ledger.nextNumber();
const id = 'created.json()["id"]';
const plain = (name, more = {}) =>
	recordShape({name, create: `/${name}`, item: `/${name}/{id}`, key: number, handle: id, ...more});

/** Runs a DELETE on a record that exists. */
const onRecord = (collection, remove) => async context => {
	const record = context.ledger.find(collection, context.params.id);
	return record ? remove(record, context) : [404, {error: 'not found'}];
};

let isLocked = false;

export const removedShapes = [
	plain('archives', {
		onRemove: onRecord('archives', (record, {ledger, request}) => {
			ledger.archive(record, request);
			return [200, {id: Number(record.key), archived: true}];
		}),
		onRead: ({ledger, params}) => {
			const record = ledger.find('archives', params.id);
			return record
				? [200, {id: Number(record.key), ...record.value, archived: record.isArchived}]
				: [404, {error: 'not found'}];
		},
		isDeletedByTests: false,
		fate: listed('archived'),
	}),
	plain('documents', {
		answer: record => [201, {id: Number(record.key), ...record.value}, {etag: `"v-${record.key}"`}],
		onRead: ({ledger, params}) => {
			const record = ledger.find('documents', params.id);
			return record
				? [200, {id: Number(record.key), ...record.value}, {etag: `"v-${record.key}"`}]
				: [404, {error: 'not found'}];
		},
		removeRoute: {headers: ['If-Match']},
		onRemove: onRecord('documents', (record, {ledger, request}) => {
			const tag = request.headers['if-match'];
			if (tag === undefined) return [428, {error: 'If-Match is required'}];
			if (tag !== `"v-${record.key}"`) return [412, {error: 'the document has changed'}];
			ledger.remove(record, request);
			return [204];
		}),
		isDeletedByTests: false,
	}),
	plain('clusters', {
		status: 202,
		onRemove: onRecord('clusters', (record, {ledger, request}) => {
			if (!record.isGoing) setTimeout(() => ledger.find('clusters', record.key) && ledger.remove(record, request), 250);
			record.isGoing = true;
			return [202, {id: Number(record.key), state: 'deleting'}];
		}),
		fate: either('archived'),
		isDeletedByTests: false,
	}),
	plain('rows', {
		onRemove: onRecord('rows', async (record, {ledger, request}) => {
			if (isLocked) return [503, {error: 'database is locked'}];
			isLocked = true;
			await sleep(40);
			isLocked = false;
			if (ledger.find('rows', record.key)) ledger.remove(record, request);
			return [204];
		}),
	}),
	plain('vaults', {
		onRead: ({ledger, params}) => {
			const record = ledger.find('vaults', params.id);
			return record ? [200, {id: Number(record.key), ...record.value}] : [403, {error: 'forbidden'}];
		},
		onRemove: ({ledger, params, request}) => {
			const record = ledger.find('vaults', params.id);
			if (!record) return [403, {error: 'forbidden'}];
			ledger.remove(record, request);
			// It has worked, whatever it says.
			return request.isSweep && Number(record.key) % 2 === 0 ? [500, {error: 'after the fact'}] : [204];
		},
	}),
	plain('scripts', {
		// A request without a body has to say what kind of body it does not have.
		onRemove: onRecord('scripts', (record, {ledger, request}) => {
			if (!(request.headers['content-type'] ?? '').includes('json')) return [415, {error: 'unsupported media type'}];
			ledger.remove(record, request);
			return [200, {}];
		}),
		isDeletedByTests: false,
	}),
	plain('seals', {
		onRemove: onRecord('seals', () => [403, {error: 'seals are for ever'}]),
		isDeletedByTests: false,
		fate: listed('failed'),
	}),
	plain('crashes', {
		onRemove: onRecord('crashes', () => [500, {error: 'out of order'}]),
		isDeletedByTests: false,
		fate: listed('delete_failed'),
	}),
	plain('drafts', {
		// The document names a DELETE that the application does not have.
		onRemove: () => [404, {error: 'no such route'}],
		onRead: ({ledger, params}) =>
			ledger.find('drafts', params.id) ? [200, {id: Number(params.id)}] : [404, {error: 'not found'}],
		isDeletedByTests: false,
		fate: listed('wrong_endpoint', 'failed'),
	}),
	{
		name: 'bookmarks',
		seed: ({put}) => [11, 12].forEach(key => void put('bookmarks', key, {name: 'Ada'})),
		routes: [
			{
				route: 'POST /bookmarks',
				body: {name: 'text'},
				answers: {201: {id: 1, name: 'text'}},
				handle: ({body, ledger, make}) => {
					const {key} = make({collection: 'bookmarks', key: ledger.nextNumber(), value: {name: body.name}});
					return [201, {id: Number(key), name: body.name}];
				},
			},
			{
				route: 'DELETE /bookmarks',
				body: {ids: [1]},
				answers: {204: null},
				handle: ({raw, body, ledger, request}) => {
					// Without a body this would be all of them.
					const ids = raw === '' ? ledger.list('bookmarks').map(({key}) => key) : (body.ids ?? []);
					for (const key of ids) {
						const record = ledger.find('bookmarks', key);
						if (record) ledger.remove(record, request);
					}
					return [204];
				},
			},
		],
		// Its DELETE goes to the whole collection: what the body names is not what an API that ignores it would delete.
		fateOf: () => listed('shared_address', 'no_delete_endpoint', 'handle_missing'),
		write(pen) {
			pen.test({name: 'Makes a bookmark'}, send => [
				`created = ${send('POST', '/bookmarks', `json={"name": ${pen.named(pen.mark())}}`)}`,
				expect('created', 201),
			]);
			if (!pen.chance(0.3)) return;
			pen.shown.add('bookmarks');
			pen.test({name: 'Makes and deletes a bookmark'}, send => [
				`created = ${send('POST', '/bookmarks', `json={"name": ${pen.named(pen.mark())}}`)}`,
				expect('created', 201),
				`removed = ${send('DELETE', '/bookmarks', 'json={"ids": [created.json()["id"]]}')}`,
				expect('removed', 204),
			]);
		},
	},
	{
		name: 'entries',
		seed: ({put}) => ['old', 'older'].forEach(key => void put('entries', key)),
		routes: [
			{
				route: 'POST /entries',
				body: {name: 'text'},
				answers: {201: {entryId: 'text', name: 'text'}},
				handle: ({body, make}) => {
					const {key} = make({
						collection: 'entries',
						key: `e-${randomBytes(4).toString('hex')}`,
						value: {name: body.name},
					});
					return [201, {entryId: key, name: body.name}];
				},
			},
			{
				route: 'DELETE /entries',
				query: ['entryId'],
				answers: {204: null},
				handle: ({query, ledger, request}) => {
					const key = query.get('entryId');
					// Without a name this would be all of them.
					const records = key === null ? ledger.list('entries') : [ledger.find('entries', key)].filter(Boolean);
					for (const record of records) ledger.remove(record, request);
					return records.length > 0 ? [204] : [404, {error: 'not found'}];
				},
			},
		],
		fateOf: ({hasDocument}) =>
			hasDocument ? either('no_delete_endpoint') : listed('no_delete_endpoint', 'may_have_existed'),
		write: pen =>
			pen.test({name: 'Makes an entry'}, send => [
				`created = ${send('POST', '/entries', `json={"name": ${pen.named(pen.mark())}}`)}`,
				expect('created', 201),
			]),
	},
];
