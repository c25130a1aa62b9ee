// Records that the server names: how the answer tells the handle, and how the request was sent.
import {randomBytes, randomUUID} from 'node:crypto';
import {deleted, either, isKnown, listed} from './fates.mjs';
import {expect} from './pen.mjs';
import {recordShape} from './record-shape.mjs';

const number = ledger => ledger.nextNumber();
const hex = (prefix, bytes = 6) => `${prefix}${randomBytes(bytes).toString('hex')}`;
const id = 'created.json()["id"]';
const now = () => new Date().toISOString();

const plain = (name, create, key, more = {}) =>
	recordShape({name, create, item: `${create}/{id}`, key, handle: id, ...more});

/** The text of a part of a multipart body. */
const partOf = (raw, name) => new RegExp(`name="${name}"[^]*?\\r\\n\\r\\n([^\\r]*)`).exec(raw)?.[1] ?? '';

export const madeShapes = [
	plain('widgets', '/widgets', ledger => ledger.nextNumber(), {
		answer: record => [201, {id: Number(record.key), ...record.value}],
		example: {id: 1, name: 'text'},
	}),
	plain('gadgets', '/gadgets', () => randomUUID()),
	plain('customers', '/v1/customers', () => hex('cus_'), {status: 200}),
	plain('timed reports', '/timed-reports', number, {
		answer: record => [201, {id: Number(record.key), createdAt: now(), ...record.value}],
	}),
	recordShape({
		name: 'posts',
		create: '/posts',
		item: '/posts/{slug}',
		key: () => hex('a-post-', 3),
		answer: record => [201, {slug: record.key, title: record.value.name, authorId: 1}],
		example: {slug: 'text', title: 'text', authorId: 1},
		handle: 'created.json()["slug"]',
	}),
	recordShape({
		name: 'access keys',
		create: '/access-keys',
		item: '/access-keys/{secret}',
		key: () => hex('sk_live_', 10),
		answer: record => [201, {secret: record.key, label: record.value.name}],
		example: {secret: 'text', label: 'text'},
		handle: 'created.json()["secret"]',
	}),
	recordShape({
		name: 'threads',
		create: '/api/v3/threads',
		item: '/api/v3/threads/{tid}',
		key: number,
		answer: record => [
			200,
			{status: {code: 'ok'}, response: {tid: Number(record.key), uid: 1, title: record.value.name}},
		],
		example: {status: {code: 'ok'}, response: {tid: 1, uid: 1, title: 'text'}},
		handle: 'created.json()["response"]["tid"]',
		status: 200,
	}),
	recordShape({
		name: 'invoices',
		create: '/invoices',
		item: '/invoices/{invoiceId}',
		key: () => hex('inv_'),
		answer: record => [201, {data: {id: record.key, name: record.value.name, owner: {id: 7}}}],
		example: {data: {id: 'text', name: 'text', owner: {id: 7}}},
		handle: 'created.json()["data"]["id"]',
	}),
	plain('uploads', '/uploads', () => hex('up-'), {
		answer: record => [201, undefined, {location: `/uploads/${record.key}`}],
		handle: 'created.headers["Location"].rsplit("/", 1)[1]',
	}),
	plain('exports', '/exports', number, {
		// An absolute address on the application's own origin.
		answer: (record, {headers}) => [201, undefined, {location: `http://${headers.host}/exports/${record.key}`}],
		handle: 'created.headers["Location"].rsplit("/", 1)[1]',
	}),
	plain('forms', '/forms', number, {
		body: 'data={"name": name, "kind": "survey"}',
		answer: record => [201, {id: Number(record.key), name: record.value.name}],
	}),
	plain('attachments', '/attachments', () => randomUUID(), {
		body: 'files={"file": ("a.txt", b"text")}, data={"name": name}',
		value: ({raw}) => ({name: partOf(raw, 'name')}),
		answer: record => [201, {id: record.key, size: 4}],
	}),
	plain('feeds', '/feeds', number, {
		body: 'data=f"<feed><name>{name}</name></feed>", headers={**__AUTH_HEADERS__, "Content-Type": "text/xml"}',
		value: ({raw}) => ({name: /<name>(.*)<\/name>/.exec(raw)?.[1] ?? ''}),
		answer: record => [
			201,
			`<feed><id>${record.key}</id></feed>`,
			{'content-type': 'text/xml', location: `/feeds/${record.key}`},
		],
		handle: 'created.headers["Location"].rsplit("/", 1)[1]',
	}),
	plain('pastes', '/pastes', () => hex('p_'), {
		body: 'data=name, headers={**__AUTH_HEADERS__, "Content-Type": "text/plain"}',
		value: ({raw}) => ({name: raw}),
		answer: record => [201, record.key],
		handle: 'created.text',
		// Nothing says which part of a text is a handle; who finds it may delete it.
		fate: either('handle_missing', 'may_have_existed'),
	}),
	recordShape({
		name: 'themes',
		create: '/admin/themes.json',
		item: '/admin/themes/{theme_id}.json',
		key: number,
		answer: record => [201, {theme: {id: Number(record.key), name: record.value.name}}],
		example: {theme: {id: 1, name: 'text'}},
		handle: 'created.json()["theme"]["id"]',
	}),
	recordShape({
		name: 'hooks',
		create: '/v10/hooks',
		item: '/v10/hooks/{hookId}',
		remove: '/v9/hooks/{hookId}',
		key: () => hex('wh_'),
		handle: id,
	}),
	{
		...plain('labels', '/labels', number),
		write(pen) {
			pen.test({name: 'Makes labels in bulk'}, send => [
				`names = [f"${pen.mark()}-{uuid.uuid4().hex[:6]}" for _ in range(${pen.pick([2, 3, 4])})]`,
				`created = ${send('POST', '/labels/bulk', 'json=[{"name": name} for name in names]')}`,
				expect('created', 201),
				'assert len(created.json()) == len(names)',
			]);
			if (!pen.chance(0.4)) return;
			pen.shown.add('labels');
			pen.test({name: 'Makes and deletes a label'}, send => [
				`created = ${send('POST', '/labels', `json={"name": ${pen.named(pen.mark())}}`)}`,
				`removed = ${send('DELETE', '/labels/{created.json()["id"]}').replace('["id"]', "['id']")}`,
				expect('removed', 204),
			]);
		},
	},
	{
		...plain('contacts', '/contacts', number),
		fateOf: suite => (isKnown('contacts', suite) ? deleted : listed('no_delete_endpoint', 'handle_missing', 'call')),
		write(pen) {
			const looks = pen.chance(0.6);
			// Without a look at the list it cannot be told from an action on the collection.
			const fate = looks ? undefined : either('handle_missing', 'may_have_existed', 'call');
			pen.test({name: 'Makes a contact that nobody names'}, send => [
				`name = ${pen.named(pen.mark(fate))}`,
				...(looks ? [`before = ${send('GET', '/contacts')}`, expect('before', 200)] : []),
				`created = ${send('POST', '/contacts/quick', 'json={"name": name}')}`,
				expect('created', 204),
				...(looks
					? [
							`after = ${send('GET', '/contacts')}`,
							'assert any(contact["name"] == name for contact in after.json()), after.text',
						]
					: []),
			]);
		},
	},
	plain('events', '/events', number, {isNoDelete: true, fate: listed('no_delete_endpoint')}),
];

const bulk = madeShapes.find(({name}) => name === 'labels');
bulk.routes.push({
	route: 'POST /labels/bulk',
	body: [{name: 'text'}],
	answers: {201: [{id: 1, name: 'text'}]},
	handle: ({raw, ledger, make}) => [
		201,
		JSON.parse(raw).map(({name}) => {
			const record = make({collection: 'labels', key: ledger.nextNumber(), value: {name}});
			return {id: Number(record.key), name};
		}),
	],
});

const quick = madeShapes.find(({name}) => name === 'contacts');
quick.routes.push({
	route: 'POST /contacts/quick',
	body: {name: 'text'},
	answers: {204: null},
	handle: ({body, ledger, make}) => {
		make({collection: 'contacts', key: ledger.nextNumber(), value: {name: body.name}});
		return [204];
	},
});
