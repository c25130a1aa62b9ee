/** How a terminal takes a picture as pixels; null: it does not, or nobody can know. */
export type GraphicsProtocol = 'kitty' | 'iterm' | null;

/** A picture on the screen: `columns` × `rows` cells large, known to the terminal by its number. */
export type PlacedPicture = {id: number; bytes: Uint8Array; columns: number; rows: number};

const kittyTerms = new Set(['xterm-kitty', 'xterm-ghostty']);

/**
 * What the environment says of the terminal. In tmux and screen there is none: what they do not know they print, or they
 * draw it where the pane is not. The variables of the terminal around them are inherited, so theirs are asked first.
 */
export function graphicsOf(env: Record<string, string | undefined>): GraphicsProtocol {
	const {TERM = '', TERM_PROGRAM = '', LC_TERMINAL = ''} = env;
	if (env['TMUX'] || env['STY'] || env['ZELLIJ'] || /^(?:screen|tmux|dumb|linux)|^$/.test(TERM)) return null;
	if (env['NO_COLOR']) return null;
	if (kittyTerms.has(TERM) || env['KITTY_WINDOW_ID'] || TERM_PROGRAM === 'ghostty') return 'kitty';
	return TERM_PROGRAM === 'iTerm.app' || TERM_PROGRAM === 'WezTerm' || LC_TERMINAL === 'iTerm2' ? 'iterm' : null;
}

/** Most characters of a picture in one message of kitty's protocol. */
const chunkLength = 4096;

/** Draws it with its upper left corner at the cursor, which stays there. */
export function drawn(protocol: Exclude<GraphicsProtocol, null>, {id, bytes, columns, rows}: PlacedPicture): string {
	const text = Buffer.from(bytes).toString('base64');
	if (protocol === 'iterm')
		return `\u001B]1337;File=inline=1;size=${bytes.length};width=${columns};height=${rows};preserveAspectRatio=0;doNotMoveCursor=1:${text}\u0007`;
	let messages = '';
	for (let at = 0; at < text.length; at += chunkLength) {
		const isLast = at + chunkLength >= text.length;
		const keys = at === 0 ? `a=T,f=100,i=${id},p=1,c=${columns},r=${rows},C=1,q=2,` : '';
		messages += `\u001B_G${keys}m=${isLast ? 0 : 1};${text.slice(at, at + chunkLength)}\u001B\\`;
	}
	return messages;
}

/** Takes it away and forgets its data; empty: it goes with the text that is written over it. */
export const removed = (protocol: Exclude<GraphicsProtocol, null>, id: number): string =>
	protocol === 'kitty' ? `\u001B_Ga=d,d=I,i=${id},q=2\u001B\\` : '';
