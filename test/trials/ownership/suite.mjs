import {randomFrom, someOf} from './chance.mjs';
import {Pen} from './pen.mjs';
import {chosenShapes} from './shapes-chosen.mjs';
import {existingShapes} from './shapes-existing.mjs';
import {halfShapes} from './shapes-half.mjs';
import {madeShapes} from './shapes-made.mjs';
import {nestedShapes} from './shapes-nested.mjs';
import {removedShapes} from './shapes-removed.mjs';

/** Every kind of resource that the application of the trial has. */
export const shapes = [
	...madeShapes,
	...removedShapes,
	...chosenShapes,
	...existingShapes,
	...halfShapes,
	...nestedShapes,
];

/**
 * A random suite of tests for some of the shapes; the same for the same number.
 *
 * @param size how many shapes it uses
 */
export function randomSuite(number, size) {
	const random = randomFrom(number * 7919);
	const pen = new Pen(random);
	const used = someOf(shapes, size, random);
	for (const shape of used) shape.write(pen);
	// Every third suite is run without a document: what is deleted then is what tests have shown.
	const hasDocument = number % 3 !== 0;
	const facts = {hasDocument, shown: pen.shown};
	const fates = new Map(used.map(shape => [shape.name, shape.fateOf(facts)]));
	return {
		number,
		hasDocument,
		shapes: used,
		tests: pen.tests,
		/** What has to become of a record of the ledger. */
		fateOf({mark, shape}) {
			const own = mark === null ? undefined : pen.fates.get(mark);
			return (typeof own === 'function' ? own(facts) : own) ?? fates.get(shape);
		},
	};
}
