import type {PlanOperation} from '../model/operation.ts';
import {nameAt} from '../model/pointer.ts';
import type {Schemas} from '../model/schema.ts';
import type {EdgeHint} from './candidate.ts';
import {placesOf, placeText} from './places.ts';

/** Values that the test scripts of a collection keep: they feed every place of the same name. */
export function captureHints(operations: readonly PlanOperation[], schemas: Schemas): EdgeHint[] {
	const kept = operations.flatMap(operation => operation.endpoint.captures.map(capture => ({...capture, operation})));
	if (kept.length === 0) return [];
	return operations.flatMap(consumer =>
		placesOf(consumer, schemas).flatMap(place =>
			kept
				.filter(
					({variable, operation}) =>
						operation !== consumer && (place.name === variable || nameAt(place.pointer) === variable),
				)
				.map(({operation, pointer}) => ({
					consumer: consumer.key,
					place: placeText(place),
					producer: operation.key,
					pointer,
					score: 1,
					reason: `a test script keeps it from ${operation.key}`,
				})),
		),
	);
}
