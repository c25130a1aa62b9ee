import type {PlanOperation} from '../model/operation.ts';
import type {Assert} from '../recipe.ts';
import {hard} from './asserts.ts';

/** A documented `Location` of a creator names the new record; empty where none is documented. */
export const locationOf = ({success}: PlanOperation): Assert[] =>
	success?.headers.some(({name}) => name.toLowerCase() === 'location')
		? [
				hard(
					'location',
					'Location {actual} does not name the new record',
					{type: 'header', name: 'Location', matches: null, namesRecord: true},
					'Location names the new record',
				),
			]
		: [];
