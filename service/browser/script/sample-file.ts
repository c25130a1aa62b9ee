const table = Array.from({length: 256}, (_, byte) => {
	let value = byte;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
	return value >>> 0;
});

/** The checksum of ZIP; Node has it from version 22 on. */
export function crc32(bytes: Uint8Array): number {
	let sum = 0xffffffff;
	for (const byte of bytes) sum = table[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
	return (sum ^ 0xffffffff) >>> 0;
}

export type SampleFile = {kind: string; mimeType: string; bytes: Buffer};

const text = (kind: string, mimeType: string, content: string) => ({kind, mimeType, make: () => Buffer.from(content)});

const kinds: Record<string, {kind: string; mimeType: string; make(): Buffer}> = {
	txt: text('text', 'text/plain', 'A file for testing.\n'),
	csv: text('CSV', 'text/csv', 'name,value\nfirst,1\nsecond,2\n'),
	json: text('JSON', 'application/json', '{"name": "first", "value": 1}\n'),
	pdf: {kind: 'PDF', mimeType: 'application/pdf', make: pdf},
	png: {kind: 'PNG', mimeType: 'image/png', make: () => Buffer.from(png, 'base64')},
	jpg: {kind: 'JPEG', mimeType: 'image/jpeg', make: () => Buffer.from(jpeg, 'base64')},
	zip: {kind: 'ZIP', mimeType: 'application/zip', make: () => zip({'readme.txt': 'A file for testing.\n'})},
	xlsx: {
		kind: 'XLSX',
		mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		make: () => zip(workbook),
	},
};
kinds['jpeg'] = kinds['jpg']!;

/** A small valid file for an extension, made larger to `bytes` where that leaves it valid; text for an unknown one. */
export function sampleFile(extension: string, bytes: number): SampleFile {
	const {kind, mimeType, make} = kinds[extension.toLowerCase()] ?? kinds['txt']!;
	const made = make();
	// What stands behind the end of each of these is ignored, or is blanks.
	const filled = bytes > made.length ? Buffer.concat([made, Buffer.alloc(bytes - made.length, ' ')]) : made;
	return {kind, mimeType, bytes: filled};
}

/** 16 × 16 grey pixels. */
const png =
	'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAALElEQVR4AaXBAQEAAAiAIPP/iKbWB2H2EUgkkUQSSSSRRBJJJJFEEkkkkUQHZ2YCoH7lw8UAAAAASUVORK5CYII=';

/** One grey pixel. */
const jpeg =
	'/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z';

function pdf(): Buffer {
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
	];
	let file = '%PDF-1.4\n';
	const offsets = objects.map((object, index) => {
		const offset = file.length;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const start = file.length;
	const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
	file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
	return Buffer.from(`${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const workbook = {
	'[Content_Types].xml': `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
	'_rels/.rels': `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
	'xl/workbook.xml': `${xml}<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
	'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
	'xl/worksheets/sheet1.xml': `${xml}<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="B1"><v>1</v></c></row></sheetData></worksheet>`,
};

/** An archive of files that are stored as they are (APPNOTE.TXT 4.3). */
function zip(files: Record<string, string>): Buffer {
	const bodies: Buffer[] = [];
	const entries: Buffer[] = [];
	let offset = 0;
	for (const [name, content] of Object.entries(files)) {
		const [path, data] = [Buffer.from(name), Buffer.from(content)];
		const facts = Buffer.alloc(26);
		facts.writeUInt16LE(20, 0);
		// 1 January 1980.
		facts.writeUInt16LE(33, 8);
		facts.writeUInt32LE(crc32(data), 10);
		facts.writeUInt32LE(data.length, 14);
		facts.writeUInt32LE(data.length, 18);
		facts.writeUInt16LE(path.length, 22);
		const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, path, data]);
		const tail = Buffer.alloc(14);
		tail.writeUInt32LE(offset, 10);
		entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, tail, path]));
		bodies.push(local);
		offset += local.length;
	}
	const directory = Buffer.concat(entries);
	const end = Buffer.alloc(18);
	end.writeUInt16LE(entries.length, 4);
	end.writeUInt16LE(entries.length, 6);
	end.writeUInt32LE(directory.length, 8);
	end.writeUInt32LE(offset, 12);
	return Buffer.concat([...bodies, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
