// `node test/trials/faults.mjs --target http://127.0.0.1:3010 [--bearer T] [--every 3] [--fault status]
// [--seed lot --most 100]`: makes the tests of the target's own document (`/openapi.json`), runs them twice, then injects one
// regression into one operation at a time through a proxy and counts which of them the tests find, and of how many of those
// the explanation names the right operation. Exits with 1 below `--bar` (0.95) and 0.8. A slow trial; a small one is part of
// the tests.
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {faultTrial} from './faults/trial.mjs';

const {values} = parseArgs({
	options: {
		target: {type: 'string'},
		/** Token of the target. */
		bearer: {type: 'string'},
		document: {type: 'string', default: '/openapi.json'},
		/** Only each n-th pair, beginning with `first`. */
		every: {type: 'string', default: '1'},
		first: {type: 'string', default: '0'},
		/** Puts the pairs in an order by chance, the same for the same text. */
		seed: {type: 'string'},
		/** Pairs that count at the most. */
		most: {type: 'string', default: 'Infinity'},
		/** Name of a fault; may be given several times. */
		fault: {type: 'string', multiple: true},
		bar: {type: 'string', default: '0.95'},
	},
});
const dist = process.env.SVC_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
const {target, bearer} = values;
const authorization = bearer ? `Bearer ${bearer}` : null;
const described = await fetch(new URL(values.document, target), {headers: authorization ? {authorization} : {}});
const document = await described.json();
const {rows, share, ...rest} = await faultTrial(
	{
		dist,
		target,
		document,
		credential: bearer ? {authType: 'Bearer token', credential: bearer} : null,
		authorization,
		only: values.fault ?? null,
		every: Number(values.every),
		first: Number(values.first),
		seed: values.seed ?? null,
		most: Number(values.most),
	},
	row => process.stderr.write(`${JSON.stringify(row)}\n`),
);
const byFault = new Map();
for (const {fault, found} of rows) {
	const known = byFault.get(fault) ?? {pairs: 0, found: 0};
	byFault.set(fault, {pairs: known.pairs + 1, found: known.found + (found ? 1 : 0)});
}
console.table(Object.fromEntries(byFault));
console.table(
	rows
		.filter(({operation, found, named}) => found && named !== operation)
		.map(({fault, operation, named}) => ({unnamed: fault, operation, named})),
);
console.table(rows.filter(({found}) => !found).map(({fault, operation}) => ({missed: fault, operation})));
process.stdout.write(
	`${rest.tests} tests, ${rest.green} green, ${rest.unsteady.length} unsteady; ${(share * 100).toFixed(1)} % of ${rows.length} pairs found, ${(rest.namedShare * 100).toFixed(1)} % of those named\n`,
);
process.exitCode = share >= Number(values.bar) && rest.namedShare >= 0.8 && rest.unsteady.length === 0 ? 0 : 1;
