import {createContext, useContext} from 'react';
import {type Theme, themes} from '../source/terminal/themes.ts';

export const ThemeContext = createContext<Theme>(themes.ansi);

/** The styles of all roles. */
export const useTheme = (): Theme => useContext(ThemeContext);
