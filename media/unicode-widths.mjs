import stringWidth from 'string-width';

/**
 * Widths of characters for @xterm/headless, which by itself knows no emoji. Its provider answers one number per
 * character: bit 0 = belongs to the character before, bits 1 and 2 = cells.
 */
export const unicodeWidths = {
	version: 'string-width',
	wcwidth: codePoint =>
		codePoint >= 0x20 && codePoint < 0x7f ? 1 : Math.min(2, stringWidth(String.fromCodePoint(codePoint))),
	charProperties(codePoint, preceding) {
		const width = unicodeWidths.wcwidth(codePoint);
		const before = (preceding >> 1) & 3;
		const joins = width === 0 && preceding !== 0 && before > 0;
		return (Math.max(width, joins ? before : 0) << 1) | (joins ? 1 : 0);
	},
};

/** Makes an emulator measure as terminals of today do. */
export function withUnicodeWidths(terminal) {
	terminal.unicode.register(unicodeWidths);
	terminal.unicode.activeVersion = unicodeWidths.version;
	return terminal;
}
