import type {Terminal} from '@xterm/headless';

export function withUnicodeWidths(terminal: Terminal): Terminal;
