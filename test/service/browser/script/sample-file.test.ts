import {PNG} from 'pngjs';
import {expect, it} from 'vitest';
import {sampleFile, crc32} from '../../../../service/browser/script/sample-file.ts';

it('files that are made begin as their kind does', () => {
	const start = (extension: string) => sampleFile(extension, 0).bytes.subarray(0, 4).toString('latin1');
	expect([start('pdf'), start('zip'), start('xlsx'), start('jpg')]).toEqual([
		'%PDF',
		'PK\x03\x04',
		'PK\x03\x04',
		'ÿØÿà',
	]);
	expect(PNG.sync.read(sampleFile('png', 0).bytes)).toMatchObject({width: 16, height: 16});
	expect(JSON.parse(sampleFile('json', 0).bytes.toString())).toEqual({name: 'first', value: 1});
	expect(sampleFile('CSV', 0)).toMatchObject({kind: 'CSV', mimeType: 'text/csv'});
	expect(sampleFile('unknown', 0).kind).toBe('text');
});

it('files have the size that the step asks for', () => {
	expect(sampleFile('pdf', 5_000_000).bytes).toHaveLength(5_000_000);
	expect(JSON.parse(sampleFile('json', 2000).bytes.toString())).toEqual({name: 'first', value: 1});
});

it('an archive lists its files with their sums', () => {
	const {bytes} = sampleFile('zip', 0);
	const name = bytes.subarray(30, 30 + bytes.readUInt16LE(26)).toString();
	const data = bytes.subarray(30 + name.length, 30 + name.length + bytes.readUInt32LE(18));
	expect([name, data.toString(), bytes.readUInt16LE(8)]).toEqual(['readme.txt', 'A file for testing.\n', 0]);
	expect(bytes.readUInt32LE(14)).toBe(crc32(data));
	expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
});
