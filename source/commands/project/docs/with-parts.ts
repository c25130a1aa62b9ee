import {maxDocumentBytes} from '../../../../contract/document.ts';
import type {Context} from '../../../context.ts';
import {refusedArgument} from '../../../errors/api-error.ts';

const mostSaid = 10;

/** The bytes of a document together with the files of its folder that it refers to; what is not read is said. */
export async function withParts(
	{name, bytes, folder}: Awaited<ReturnType<Context['files']['openDocument']>>,
	{notes}: Context,
): Promise<Uint8Array> {
	// Nothing of the parsers is loaded for the many documents that are one file.
	if (folder === null || !Buffer.from(bytes).includes('$ref')) return bytes;
	const {wholeDocument} = await import('../../../documents/whole-document.ts');
	const whole = await wholeDocument({name, bytes}, folder, maxDocumentBytes);
	for (const reason of whole.refused.slice(0, mostSaid)) notes.say('warn', reason);
	if (whole.refused.length > mostSaid)
		notes.say('warn', `${whole.refused.length - mostSaid} more references are not read.`);
	if (whole.bytes.length > maxDocumentBytes)
		throw refusedArgument('file', {
			reason: 'too_large',
			text: `has ${whole.parts} files with it and ${whole.bytes.length} bytes together, at most ${maxDocumentBytes} are allowed`,
		});
	if (whole.parts > 0)
		notes.say('hint', `Read with ${whole.parts} ${whole.parts === 1 ? 'file' : 'files'} that it refers to.`);
	return whole.bytes;
}
