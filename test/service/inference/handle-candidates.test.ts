import {expect, it} from 'vitest';
import {handleCandidates} from '../../../service/inference/handle-candidates.ts';

const record = {id: 7, uuid: '27ced2c4-495d-447b-85ba-72781323eca1', name: 'Copper Orchard'};
const best = (parameter: string, type: string | null) =>
	handleCandidates({parameter, kind: 'play', record: {record, pointer: '$'}, request: {uuid: record.uuid}, type})[0]
		?.value;

it('a number of the very name of a parameter is meant, though a document calls all of a path a string', () => {
	expect(best('id', 'string')).toBe('7');
	expect(best('id', 'integer')).toBe('7');
	expect(best('uuid', 'string')).toBe(record.uuid);
	// Of another name, it is not what a text is asked for.
	expect(best('play_uuid', 'string')).toBe(record.uuid);
});

it('the number of an entry is not that of the record around it, although another record has that number', () => {
	const search = (record: object, opened: string[]) => ({
		parameter: 'board_id',
		kind: 'board',
		record: {record: record as never, pointer: '$'},
		request: {name: 'Amber'},
		type: 'integer',
		isOpened: (value: string) => opened.includes(value),
	});
	const columns = [{id: 15, name: 'Harbor'}];
	expect(handleCandidates(search({id: 7, name: 'Amber', columns}, ['15']))[0]?.value).toBe('7');
	// Where the answer is a list around the record, its entry is meant; so is what names the record in an entry.
	expect(handleCandidates(search({boards: [{id: 15}]}, []))[0]?.value).toBe('15');
	expect(handleCandidates(search({name: 'Amber', boards: [{id: 15}]}, ['15']))[0]?.value).toBe('15');
	expect(handleCandidates(search({seats: [{board_id: 7}]}, ['7']))[0]?.value).toBe('7');
});
