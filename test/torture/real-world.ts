/** The story on real files in a temporary folder, with editors that use the same calls as real ones. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Disk, openDisk, type System, type SystemOptions } from '../../src/disk/index.ts';
import type { World } from './editors.ts';
import type { ModelHandle } from './model-disk.ts';
import { OLD } from './story.ts';

export class RealWorld implements World {
  readonly root = fs.mkdtempSync(join(tmpdir(), 'docforge-torture-'));
  private readonly disk: Disk;
  private readonly defaults: SystemOptions;

  constructor(defaults: SystemOptions = {}) {
    this.defaults = defaults;
    this.disk = openDisk(this.root);
    this.reset();
  }

  /** Everything as before the story. */
  reset(): void {
    for (const name of fs.readdirSync(this.root)) fs.rmSync(join(this.root, name), { recursive: true, force: true });
    for (const [path, text] of Object.entries(OLD)) this.write(path, text);
  }

  close(): void {
    this.disk.close();
    fs.rmSync(this.root, { recursive: true, force: true });
  }

  private at(path: string): string {
    return join(this.root, path);
  }

  private write(path: string, text: string): void {
    fs.mkdirSync(dirname(this.at(path)), { recursive: true });
    fs.writeFileSync(this.at(path), text);
  }

  system(options: SystemOptions = {}): System {
    return this.disk.system({ flush: false, ...this.defaults, ...options });
  }

  replace(path: string, text: string): void {
    fs.mkdirSync(dirname(this.at(path)), { recursive: true });
    fs.writeFileSync(this.at('.saving'), text);
    fs.renameSync(this.at('.saving'), this.at(path));
  }

  remove(path: string): boolean {
    if (this.read(path) === null) return false;
    fs.unlinkSync(this.at(path));
    return true;
  }

  read(path: string): string | null {
    try {
      return fs.readFileSync(this.at(path), 'utf8');
    } catch {
      return null;
    }
  }

  openForWriting(path: string): ModelHandle | null {
    let descriptor: number;
    try {
      descriptor = fs.openSync(this.at(path), 'r+');
    } catch {
      return null;
    }
    const inode = fs.fstatSync(descriptor).ino;
    return {
      read: () => {
        const bytes = Buffer.alloc(fs.fstatSync(descriptor).size);
        fs.readSync(descriptor, bytes, 0, bytes.length, 0);
        return bytes.toString();
      },
      write: (text) => {
        fs.ftruncateSync(descriptor);
        fs.writeSync(descriptor, text, 0);
      },
      writeBytes: (bytes) => {
        fs.ftruncateSync(descriptor);
        fs.writeSync(descriptor, bytes, 0, bytes.length, 0);
      },
      close: () => fs.closeSync(descriptor),
      isAt: (other) => fs.statSync(this.at(other), { throwIfNoEntry: false })?.ino === inode,
    };
  }

  texts(folder = '', skip: readonly string[] = []): Record<string, string> {
    const out: Record<string, string> = {};
    const visit = (path: string): void => {
      for (const name of this.names(path)) {
        if (skip.includes(name)) continue;
        const inner = path === '' ? name : `${path}/${name}`;
        if (fs.statSync(this.at(inner)).isDirectory()) visit(inner);
        else out[inner] = fs.readFileSync(this.at(inner), 'utf8');
      }
    };
    visit(folder);
    return out;
  }

  names(folder: string): string[] {
    try {
      return fs.readdirSync(this.at(folder)).sort();
    } catch {
      return [];
    }
  }
}
