// Records below records: two and three levels deep, with and without a parent that was there before.
import {either, ifKnown} from './fates.mjs';
import {expect} from './pen.mjs';

const notFound = [404, {error: 'not found'}];

/**
 * Collections below each other, outermost first.
 *
 * @param name of the shape
 * @param levels words of the path, such as `['orders', 'lines']`
 * @param isCascading a parent takes its children with it; otherwise it is refused while it has some
 */
function nestedShape({name, levels, isCascading}) {
	const collectionOf = depth => `${name} ${levels[depth]}`;
	const pathOf = depth =>
		levels
			.slice(0, depth + 1)
			.map((level, place) => (place === depth ? `/${level}` : `/${level}/{${level.slice(0, -1)}Id}`))
			.join('');
	const ownParameter = depth => `${levels[depth].slice(0, -1)}Id`;
	const parentOf = (depth, context) => (depth === 0 ? undefined : find(depth - 1, context));
	const routesOf = depth => [
		{
			route: `POST ${pathOf(depth)}`,
			body: {name: 'text'},
			answers: {201: {id: 1, name: 'text'}},
			handle: context => {
				const parent = parentOf(depth, context);
				if (parent === null) return notFound;
				const {body, ledger, make} = context;
				// Short handles: they count from one below every parent.
				const short = parent ? ledger.childrenOf(parent).length + 1 : ledger.nextNumber();
				const key = parent ? `${parent.key}/${short}` : short;
				make({
					collection: collectionOf(depth),
					key,
					parent: parent ?? null,
					value: {name: body.name},
					handles: [short],
				});
				return [201, {id: short, name: body.name}];
			},
		},
		{
			route: `GET ${pathOf(depth)}/{${ownParameter(depth)}}`,
			answers: {200: {id: 1, name: 'text'}},
			handle: context => {
				const found = find(depth, context);
				return found ? [200, {id: Number(found.key.split('/').at(-1)), ...found.value}] : notFound;
			},
		},
		{
			route: `DELETE ${pathOf(depth)}/{${ownParameter(depth)}}`,
			answers: {204: null},
			handle: context => {
				const found = find(depth, context);
				if (!found) return notFound;
				if (!isCascading && context.ledger.childrenOf(found).length > 0) return [409, {error: 'it has children'}];
				context.ledger.remove(found, context.request);
				return [204];
			},
		},
	];
	const find = (depth, {params, ledger}) => {
		const keys = levels.slice(0, depth + 1).map((_, place) => params[ownParameter(place)]);
		return ledger.find(collectionOf(depth), keys.join('/'));
	};
	return {
		name,
		seed({put}) {
			let parent = put(collectionOf(0), 1, {name: 'there before'});
			for (let depth = 1; depth < levels.length; depth++)
				parent = put(collectionOf(depth), `${parent.key}/1`, {name: 'there before'}, parent);
		},
		routes: levels.flatMap((_, depth) => routesOf(depth)),
		fateOf: suite => ifKnown(name, suite),
		write(pen) {
			const isSplit = pen.chance(0.5);
			const variable = `${levels[0].slice(0, -1)}_id`;
			const below = (send, path, depth) =>
				levels.slice(depth).flatMap((level, place) => [
					`one = ${send(
						'POST',
						`${path}${levels
							.slice(depth, depth + place)
							.map((one, at) => `/${one}/{id_${depth + at}}`)
							.join('')}/${level}`,
						`json={"name": ${pen.named(pen.mark())}}`,
					)}`,
					expect('one', 201),
					`id_${depth + place} = one.json()["id"]`,
				]);
			pen.test({name: `Makes ${levels[0]}`, produces: isSplit ? [variable] : []}, send => [
				`top = ${send('POST', `/${levels[0]}`, `json={"name": ${pen.named(pen.mark())}}`)}`,
				expect('top', 201),
				'id_0 = top.json()["id"]',
				...(isSplit ? [`produce("${variable}", id_0)`] : below(send, `/${levels[0]}/{id_0}`, 1)),
			]);
			if (isSplit)
				for (let number = pen.pick([1, 2]); number > 0; number--)
					pen.test({name: `Fills ${levels[0]}`, consumes: [variable]}, send => [
						`id_0 = variables["${variable}"]`,
						...below(send, `/${levels[0]}/{id_0}`, 1),
					]);
			// Below one that was there before: its number may have been another's in a batch before this one.
			if (pen.chance(0.5))
				pen.test({name: `Fills ${levels[0]} that exist`}, send => [
					`seen = ${send('GET', `/${levels[0]}/1`)}`,
					expect('seen', 200),
					`one = ${send('POST', `/${levels[0]}/1/${levels[1]}`, `json={"name": ${pen.named(pen.mark(suite => ifKnown(name, suite, either('may_have_existed'))))}}`)}`,
					expect('one', 201),
				]);
		},
	};
}

export const nestedShapes = [
	nestedShape({name: 'order lines', levels: ['orders', 'lines'], isCascading: false}),
	nestedShape({name: 'team seats', levels: ['orgs', 'teams', 'seats'], isCascading: true}),
	nestedShape({name: 'folder pages', levels: ['folders', 'pages', 'remarks'], isCascading: false}),
];
