import {runTag, sampleOf} from '../data/unique-shape.ts';
import type {Draft} from './draft.ts';

/** A PNG of one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB5Sfe/AAAAABJRU5ErkJggg==';

const note = `A short note ${runTag}.\n`;
const rows = `name,count\nAmber ${runTag},1\n`;
const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 0>>endobj\n%%EOF\n';
const byteValues = 256;

/** A file that a test sends, as an expression of bytes. */
export function fileBytes(draft: Draft, generator: 'png' | 'text' | 'csv' | 'pdf' | 'bytes'): string {
	switch (generator) {
		case 'png':
			draft.imports.add('import base64');
			return draft.constant('PIXEL', {open: 'base64.b64decode(', items: [{prefix: '', value: `"${png}"`}], close: ')'});
		case 'text':
			return `f${JSON.stringify(note)}.encode()`;
		case 'csv':
			return `f${JSON.stringify(rows)}.encode()`;
		case 'pdf':
			return draft.constant('DOCUMENT', `b${JSON.stringify(pdf)}`);
		case 'bytes':
			return `bytes(range(${byteValues}))`;
	}
}

/** The name and the media type that such a file usually has. */
export const fileDefaults = {
	png: {fileName: 'pixel.png', contentType: 'image/png'},
	text: {fileName: 'note.txt', contentType: 'text/plain'},
	csv: {fileName: 'rows.csv', contentType: 'text/csv'},
	pdf: {fileName: 'page.pdf', contentType: 'application/pdf'},
	bytes: {fileName: 'data.bin', contentType: 'application/octet-stream'},
} as const;

/** Length in bytes of what `fileBytes` writes: the tag of a run is of one length. */
export const fileSizes: Readonly<Record<keyof typeof fileDefaults, number>> = {
	png: Buffer.from(png, 'base64').length,
	text: sampleOf(note).length,
	csv: sampleOf(rows).length,
	pdf: pdf.length,
	bytes: byteValues,
};
