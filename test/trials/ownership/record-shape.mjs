import {deleted, ifKnown} from './fates.mjs';
import {expect} from './pen.mjs';

/** `/widgets/{id}` with another text in place of its last parameter. */
const withHandle = (template, text) => template.replace(/\{\w+\}(?!.*\{\w+\})/, text);

const nameOf = template => /\{(\w+)\}(?!.*\{)/.exec(template)[1];

/**
 * A collection with records that the server names: POST, list, read, DELETE. What differs from one shape to the next is
 * given; everything else is the same.
 *
 * @param name of the shape
 * @param create path of the POST
 * @param item path of a record, its parameter last
 * @param remove path of the DELETE, when it is another one
 * @param key new key of a record
 * @param value what is stored of a request
 * @param answer of the POST: status, body, headers
 * @param handle Python text that takes the handle out of `created`
 * @param body Python text of the arguments of the POST; `name` is the variable with its name
 * @param onRemove instead of the usual DELETE
 * @param onRead instead of the usual GET
 * @param fate what becomes of what is made, when a DELETE is known
 * @param isNoDelete there is no DELETE at all
 * @param removeWith Python text of the arguments of the DELETE
 */
export function recordShape({
	name,
	create,
	item,
	remove = item,
	key,
	value = ({body}) => ({name: body.name}),
	answer,
	handle,
	body = 'json={"name": name, "note": "a trial"}',
	status = 201,
	onRemove,
	onRead,
	fate = deleted,
	isNoDelete = false,
	isDeletedByTests = true,
	removeWith = '',
	removeRoute = {},
	example,
	more = [],
}) {
	const collection = name;
	const parameter = nameOf(item);
	const plainAnswer = ({key: id, value: fields}) => [status, {id, ...fields}];
	const answerOf = answer ?? plainAnswer;
	const shown = record => record.value;
	const own = ({params, ledger}) => ledger.find(collection, params[nameOf(remove)] ?? params[parameter]);
	const usualRemove = context => {
		const record = own(context);
		if (!record) return [404, {error: 'not found'}];
		context.ledger.remove(record, context.request);
		return [204];
	};
	const usualRead = context => {
		const record = context.ledger.find(collection, context.params[parameter]);
		return record ? [200, {[parameter]: record.key, ...shown(record)}] : [404, {error: 'not found'}];
	};
	const seedOne = ({put, ledger}, who) => put(collection, key(ledger), {name: who});
	return {
		name,
		seed: seeder => ['Ada', 'Grace', 'Edsger'].forEach(who => void seedOne(seeder, who)),
		colleague: seeder => void seedOne(seeder, 'a colleague'),
		routes: [
			{
				route: `POST ${create}`,
				body: {name: 'text', note: 'text'},
				answers: {[status]: example ?? {id: 'text', name: 'text'}},
				handle: context =>
					answerOf(context.make({collection, key: key(context.ledger), value: value(context)}), context),
			},
			{
				route: `GET ${create}`,
				answers: {200: [{[parameter]: 'text', name: 'text'}]},
				handle: ({ledger}) => [
					200,
					ledger.list(collection).map(record => ({[parameter]: record.key, ...shown(record)})),
				],
			},
			{route: `GET ${item}`, answers: {200: {name: 'text'}}, handle: onRead ?? usualRead},
			...(isNoDelete
				? []
				: [{route: `DELETE ${remove}`, answers: {204: null}, ...removeRoute, handle: onRemove ?? usualRemove}]),
			...more,
		],
		fateOf: suite => (isNoDelete ? fate : ifKnown(name, suite, fate)),
		write(pen) {
			const word = name.replace(/\W+/g, '_');
			const variable = `${word}_handle`;
			const isCaptured = pen.chance(0.5);
			const hasTeardown = isCaptured && !isNoDelete && isDeletedByTests && pen.chance(0.25);
			const isFixed = pen.chance(0.3);
			const make = send => [
				`name = ${pen.named(pen.mark(), {isFixed})}`,
				...(pen.chance(0.25) ? [`before = ${send('GET', create)}`, expect('before', 200)] : []),
				`created = ${send('POST', create, body)}`,
				expect('created', status),
			];
			pen.test({name: `Makes ${name}`, produces: isCaptured ? [variable] : []}, send => [
				make(send),
				...(isCaptured || pen.chance(0.5)
					? [
							`handle = ${handle}`,
							`found = ${send('GET', withHandle(item, '{handle}'))}`,
							expect('found', 200),
							...(isCaptured ? [`produce("${variable}", handle)`] : []),
						]
					: []),
			]);
			if (isCaptured)
				pen.test({name: `Reads ${name}`, consumes: [variable]}, send => [
					`handle = variables["${variable}"]`,
					`found = ${send('GET', withHandle(item, '{handle}'))}`,
					expect('found', 200),
				]);
			if (pen.chance(0.4))
				pen.test({name: `Makes several ${name}`}, send => [
					`for number in range(${pen.pick([2, 3])}):`,
					...make(send).map(line => `    ${line}`),
				]);
			if (pen.chance(0.15))
				pen.test({name: `Fails with ${name} left behind`}, send => [make(send), `assert created.status_code == 418`]);
			const removes = send => [
				`removed = ${send('DELETE', withHandle(remove, '{handle}'), removeWith)}`,
				expect('removed', 200, 202, 204),
			];
			if (hasTeardown) {
				pen.shown.add(name);
				pen.test({name: `Deletes ${name}`, consumes: [variable], category: 'teardown'}, send => [
					`handle = variables["${variable}"]`,
					...removes(send),
				]);
			}
			if (!isNoDelete && isDeletedByTests && pen.chance(0.3)) {
				pen.shown.add(name);
				pen.test({name: `Makes and deletes ${name}`}, send => [make(send), `handle = ${handle}`, ...removes(send)]);
			}
		},
	};
}
